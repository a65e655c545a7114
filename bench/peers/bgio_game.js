// A game for boardgame.io that resembles Buccaneer: 4 players, 20x20 squares, ships that move in 8 directions, a hidden hand for each
// player, a secret deck. It has far fewer rules than Buccaneer, so a real game would be slower.
'use strict';
const { INVALID_MOVE } = require('boardgame.io/core');

const N = 20;
const DIRS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];

function legal(G, pid) {
  const s = G.ships[pid];
  const out = [];
  for (const [dx, dy] of DIRS) {
    let x = s.x;
    let y = s.y;
    for (let k = 1; k <= s.speed; k++) {
      x += dx;
      y += dy;
      if (x < 0 || y < 0 || x >= N || y >= N || G.board[y * N + x] === 1) break;
      if (Object.keys(G.ships).some((q) => q !== pid && G.ships[q].x === x && G.ships[q].y === y)) break;
      out.push([x, y]);
    }
  }
  return out;
}

const grid = {
  name: 'grid',
  setup: ({ ctx }) => {
    const G = { board: Array(N * N).fill(0), ships: {}, secret: { deck: [] }, players: {}, treasure: {} };
    for (let y = 8; y < 12; y++) for (let x = 8; x < 12; x++) G.board[y * N + x] = 1;
    for (let i = 0; i < 36; i++) G.secret.deck.push((i * 7) % 36);
    for (let p = 0; p < ctx.numPlayers; p++) {
      G.ships[p] = { x: (p * 5) % N, y: p % 2 ? 0 : N - 1, dir: 0, speed: 5 };
      G.players[p] = { hand: G.secret.deck.splice(0, 5), chance: [] };
      G.treasure[p] = 0;
    }
    return G;
  },
  playerView: ({ G, playerID }) => {
    const v = { ...G, players: {} };
    delete v.secret;
    for (const p in G.players) {
      v.players[p] = p === playerID ? G.players[p] : { hand: G.players[p].hand.length, chance: G.players[p].chance.length };
    }
    return v;
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    sail: {
      client: false,
      move: ({ G, playerID }, x, y) => {
        if (!legal(G, playerID).some((m) => m[0] === x && m[1] === y)) return INVALID_MOVE;
        const s = G.ships[playerID];
        s.x = x;
        s.y = y;
        const { hand } = G.players[playerID];
        if ((x + y) % 7 === 0 && G.secret.deck.length) hand.push(G.secret.deck.pop());
        else if (hand.length > 3) G.secret.deck.unshift(hand.shift());
      },
    },
  },
  endIf: ({ ctx }) => (ctx.turn > 2000 ? { draw: true } : undefined),
};
module.exports = { grid, legal };
