// A thread of `npm run bench:isolation`: clients that ask again as soon as they have an answer, each for another of the
// dear requests, until a message comes. Posts the count of each status and the milliseconds of the requests.
import http from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { base, paths, clients } = workerData;
const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });
const statuses = {};
const times = [];
let isOver = false;
parentPort.once('message', () => (isOver = true));

function ask(url) {
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent }, (response) => {
      response.resume();
      response.on('end', () => {
        statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
        times.push(performance.now() - startedMs);
        resolve();
      });
    });
    request.on('error', reject);
  });
}

await Promise.all(
  Array.from({ length: clients }, async (_unused, index) => {
    for (let turn = index; !isOver; turn++) await ask(`${base}${paths[turn % paths.length]}`);
  }),
);
parentPort.postMessage({ statuses, times });
agent.destroy();
