// Loaded before the gateway: prints the client ports of the connections it accepted, at its end.
const { subscribe } = require('node:diagnostics_channel');

const ports = [];
subscribe('net.server.socket', ({ socket }) => ports.push(`${socket.localPort}:${socket.remotePort}`));
process.on('exit', () => process.stdout.write(`accepted ${ports.join(' ')}\n`));
