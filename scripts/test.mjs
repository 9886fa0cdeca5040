// `npm test`: prepares the tests, runs every spec, and ends with one plain summary line.
// Arguments go to Jest: `npm test -- libs/antelope`.
import { runJest } from './setup/jest.mjs';
import { ensureRedis, prepare } from './setup.mjs';

await prepare('all');
await ensureRedis();
runJest(process.argv.slice(2));
