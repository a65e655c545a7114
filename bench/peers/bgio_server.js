// A boardgame.io server over PostgreSQL, for bench/moves.py. Loopback only.
//   node bgio_server.js PORT DATABASE_URL
// Prints READY when it listens.
'use strict';
process.env.NODE_ENV = 'production';
const { Server } = require('boardgame.io/server');
const { PostgresStore } = require('bgio-postgres');
const { grid } = require('./bgio_game');

const [port, url] = [Number(process.argv[2]), process.argv[3]];
const db = new PostgresStore(url, { logging: false, pool: { max: 10 } });
const server = Server({ games: [grid], origins: ['http://127.0.0.1'], db });
// app.listen(port) would take every interface: pin it to loopback.
const listen = server.app.listen.bind(server.app);
server.app.listen = (p, ...rest) => listen(p, '127.0.0.1', ...rest);
server.run(port, () => console.log('READY'));
