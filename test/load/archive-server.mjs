// State history of the blocks of an archive for benchmarks: sends messages that are ready in memory, as fast as the client
// takes them. Argument: the folder of the archive. Prints "listening on ws://..." in the form of a program.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { COMPILED } from '../../scripts/setup/paths.mjs';

const require = createRequire(import.meta.url);
const { WebSocketServer } = require('ws');
const { decodeRequest, encodeResult } = require(path.join(COMPILED, 'libs/ship/src/index.js'));
const { blocksOfFile } = require(path.join(COMPILED, 'apps/history/src/segments/segment-content.js'));
const { parseManifest } = require(path.join(COMPILED, 'apps/history/src/segments/manifest.js'));

const [folder] = process.argv.slice(2);
const manifest = parseManifest(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
const blocks = [];
for (const entry of manifest.segments)
  blocks.push(
    ...(await blocksOfFile(readFileSync(path.join(folder, `${entry.sha256}.zst`)), entry, manifest.chainId)),
  );
const head = blocks.at(-1).thisBlock;
const frames = blocks.map((block) =>
  encodeResult({ type: 'get_blocks_result_v0', head, lastIrreversible: head, ...block }),
);
const first = blocks[0].thisBlock.blockNum;
const status = encodeResult({
  type: 'get_status_result_v0',
  ...{ head, lastIrreversible: head },
  ...{ traceBeginBlock: first + 1, traceEndBlock: head.blockNum + 1 },
  ...{ chainStateBeginBlock: first, chainStateEndBlock: head.blockNum + 1 },
  chainId: Buffer.from(manifest.chainId, 'hex'),
});

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (socket) => {
  let [next, last, credits] = [0, -1, 0];
  socket.on('message', (message) => {
    const request = decodeRequest(message);
    if (request.type === 'get_status_request_v0') socket.send(status);
    if (request.type === 'get_blocks_ack_request_v0') credits += request.numMessages;
    if (request.type === 'get_blocks_request_v0') {
      credits += request.maxMessagesInFlight;
      [next, last] = [
        request.startBlockNum - first,
        Math.min(request.endBlockNum - first, frames.length) - 1,
      ];
    }
    for (; next <= last && credits > 0; credits--) socket.send(frames[next++]);
  });
  socket.send('{}');
});
server.on('listening', () => process.stdout.write(`ws://127.0.0.1:${server.address().port}\n`));
