// State history of a made-up chain of transfers for benchmarks: sends prepared messages as fast as the client takes them.
// Argument: the number of actions. Prints {"url", "blocks", "actions"} once it listens.
import { createRequire } from 'node:module';
import path from 'node:path';
import { COMPILED } from '../../scripts/setup/paths.mjs';
import { Workload } from './history-workload.mjs';

const require = createRequire(import.meta.url);
const { WebSocketServer } = require('ws');
const { decodeRequest, decodeResult, encodeResult } = require(path.join(COMPILED, 'libs/ship/src/index.js'));

const workload = new Workload();
const frames = [];
while (workload.actions < Number(process.argv[2])) frames.push(workload.next());
const { thisBlock: head } = decodeResult(frames.at(-1));
const end = frames.length + 1;
const status = encodeResult({
  type: 'get_status_result_v0',
  head,
  lastIrreversible: head,
  traceBeginBlock: 1,
  traceEndBlock: end,
  chainStateBeginBlock: 1,
  chainStateEndBlock: end,
  chainId: new Uint8Array(32),
});

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (socket) => {
  let [next, last, credits] = [0, 0, 0];
  socket.on('message', (message) => {
    const request = decodeRequest(message);
    if (request.type === 'get_status_request_v0') socket.send(status);
    if (request.type === 'get_blocks_ack_request_v0') credits += request.numMessages;
    if (request.type === 'get_blocks_request_v0') {
      credits += request.maxMessagesInFlight;
      [next, last] = [request.startBlockNum, Math.min(request.endBlockNum, end) - 1];
    }
    for (; next > 0 && next <= last && credits > 0; credits--) socket.send(frames[next++ - 1]);
  });
  // The first message is the ABI of the protocol, which the history node does not read.
  socket.send('{}');
});
server.on('listening', () => {
  const url = `ws://127.0.0.1:${server.address().port}`;
  process.stdout.write(`${JSON.stringify({ url, blocks: frames.length, actions: workload.actions })}\n`);
});
