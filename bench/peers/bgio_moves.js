// Play on a boardgame.io server, for bench/moves.py. For each line of [matches, moves] on standard input, play this many moves in each of
// this many simultaneous matches, with all four seats connected, and print the milliseconds of each move.
//   node bgio_moves.js PORT
'use strict';
const http = require('http');
const readline = require('readline');
const { io } = require('socket.io-client');
const { legal } = require('./bgio_game');

const BASE = `http://127.0.0.1:${process.argv[2]}`;
const agent = new http.Agent({ keepAlive: true });
const LATE = 10000;
let seed = 99;
const below = (n) => { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return seed % n; };

function post(path, body) {
  return new Promise((resolve, reject) => {
    const data = JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(data) };
    const request = http.request(BASE + path, { method: 'POST', agent, headers }, (answer) => {
      let text = '';
      answer.on('data', (part) => { text += part; });
      answer.on('end', () => resolve(JSON.parse(text)));
    });
    request.on('error', reject);
    request.end(data);
  });
}

// Connect one seat. Its `state` is the newest state that the server has pushed, as in a client.
async function seat(match, player) {
  const socket = io(`${BASE}/grid`, { transports: ['websocket'], forceNew: true, reconnection: false });
  await new Promise((resolve) => socket.on('connect', resolve));
  const me = { socket, state: null, waiting: [] };
  socket.on('update', (_match, state) => {
    me.state = state;
    const waiting = me.waiting;
    me.waiting = [];
    waiting.forEach((hear) => hear(state));
  });
  me.state = await new Promise((resolve) => {
    socket.once('sync', (_match, told) => resolve(told.state));
    socket.emit('sync', match.id, player, match.credentials[player], 4);
  });
  return me;
}

async function open() {
  const match = { id: (await post('/games/grid/create', { numPlayers: 4 })).matchID, credentials: [], seats: [] };
  for (let player = 0; player < 4; player++) {
    const joined = await post(`/games/grid/${match.id}/join`, { playerID: String(player), playerName: `p${player}` });
    match.credentials.push(joined.playerCredentials);
  }
  for (let player = 0; player < 4; player++) match.seats.push(await seat(match, String(player)));
  return match;
}

// Wait for a state from `id` on. The server does not answer a refused move, so a timeout keeps it from hanging the bench.
const updated = (me, id) => new Promise((resolve, reject) => {
  const timer = setTimeout(() => reject(new Error('no update')), LATE);
  const hear = (state) => {
    if (state._stateID < id) { me.waiting.push(hear); return; }
    clearTimeout(timer);
    resolve(state);
  };
  hear(me.state);
});

async function move(match) {
  const { state } = match.seats[0];
  const player = state.ctx.currentPlayer;
  const me = match.seats[player];
  await updated(me, state._stateID);
  const options = legal(state.G, player);
  const payload = { type: 'sail', args: options[below(options.length)], playerID: player, credentials: match.credentials[player] };
  const heard = Promise.all([updated(me, state._stateID + 1), updated(match.seats[0], state._stateID + 1)]);
  const began = process.hrtime.bigint();
  me.socket.emit('update', { type: 'MAKE_MOVE', payload }, state._stateID, match.id, player);
  await heard;
  return Number(process.hrtime.bigint() - began) / 1e6;
}

async function main() {
  const matches = [];
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const [count, moves] = JSON.parse(line);
    while (matches.length < count) matches.push(await open());
    const took = [];
    await Promise.all(matches.slice(0, count).map(async (match) => {
      for (let made = 0; made < moves; made++) took.push(await move(match));
    }));
    console.log(JSON.stringify(took));
  }
  process.exit(0);
}

main().catch((fault) => { console.error(fault); process.exit(1); });
