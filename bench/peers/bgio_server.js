// A boardgame.io server on PostgreSQL, for bench/moves.py, on the loopback interface only. It prints READY when it listens.
//   node bgio_server.js PORT DATABASE_URL
'use strict';
process.env.NODE_ENV = 'production';
const { Server } = require('boardgame.io/server');
const { PostgresStore } = require('bgio-postgres');
const { grid } = require('./bgio_game');

const [port, url] = [Number(process.argv[2]), process.argv[3]];
const db = new PostgresStore(url, { logging: false, pool: { max: 10 } });
const server = Server({ games: [grid], origins: ['http://127.0.0.1'], db });
// app.listen(port) would listen on every interface.
const listen = server.app.listen.bind(server.app);
server.app.listen = (p, ...rest) => listen(p, '127.0.0.1', ...rest);
server.run(port, () => console.log('READY'));
