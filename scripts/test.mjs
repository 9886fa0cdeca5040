// `npm test`: sets up what the tests need, runs every spec, and closes with one plain line.
// Arguments go to Jest: `npm test -- libs/antelope`.
import { runJest } from './setup/jest.mjs';
import { ensureRedis, prepare } from './setup.mjs';

await prepare('all');
await ensureRedis();
runJest(process.argv.slice(2));
