// State history whose first message is a large state. Argument: about how many rows it has.
// Prints {"url", "rows", "lastBlock"} once it listens.
import { createRequire } from 'node:module';
import path from 'node:path';
import { COMPILED } from '../../scripts/setup/paths.mjs';
import { LargeState } from './large-state.mjs';

const require = createRequire(import.meta.url);
const { WebSocketServer } = require('ws');
const { decodeRequest } = require(path.join(COMPILED, 'libs/ship/src/index.js'));

const state = new LargeState(Number(process.argv[2]));

/** Sends the state in frames, each when the one before is on its way. */
async function sendState(socket) {
  const send = (bytes, fin) =>
    new Promise((resolve) => socket.send(bytes, { binary: true, fin }, () => resolve()));
  for (const bytes of state.pieces()) {
    if (socket.readyState !== socket.OPEN) return;
    await send(bytes, false);
  }
  await send(Buffer.alloc(0), true);
}

async function answer(socket, request) {
  if (request.type === 'get_status_request_v0') socket.send(state.status);
  if (request.type !== 'get_blocks_request_v0') return;
  if (request.startBlockNum === state.firstNum) await sendState(socket);
  const begin = Math.max(0, request.startBlockNum - state.firstNum - 1);
  for (const block of state.blocks.slice(begin)) socket.send(block);
}

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (socket) => {
  // One after the other: a message between the frames of the state would be a part of it.
  let answering = Promise.resolve();
  socket.on('message', (message) => {
    const request = decodeRequest(message);
    answering = answering.then(() => answer(socket, request));
  });
  // The first message is the ABI of the protocol, which the history node does not read.
  socket.send('{}');
});
server.on('listening', () => {
  const url = `ws://127.0.0.1:${server.address().port}`;
  const lastBlock = state.firstNum + state.blocks.length;
  process.stdout.write(`${JSON.stringify({ url, rows: state.rows, lastBlock })}\n`);
});
