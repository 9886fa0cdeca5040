// Loaded before the gateway: prints the client ports of the connections it accepted, and when, at its end.
const { subscribe } = require('node:diagnostics_channel');

const accepted = [];
subscribe('net.server.socket', ({ socket }) =>
  accepted.push(`${socket.localPort}:${socket.remotePort}:${Date.now()}`),
);
process.on('exit', () => process.stdout.write(`accepted ${accepted.join(' ')}\n`));
