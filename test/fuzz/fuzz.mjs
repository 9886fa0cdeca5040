// `npm run fuzz -- --minutes 10 --seed 7`: random requests and hostile servers; findings go to test/fuzz/corpus.
import { parseArgs } from 'node:util';
import { runJest } from '../../scripts/setup/jest.mjs';
import { ensureApiDocument, prepare } from '../../scripts/setup.mjs';

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
process.env.FUZZ_MINUTES = values.minutes ?? '10';
process.env.FUZZ_SEED = values.seed ?? String(Date.now() % 1_000_000_000);
process.stdout.write(`seed ${process.env.FUZZ_SEED}, ${process.env.FUZZ_MINUTES} minutes\n`);

await prepare('all');
await ensureApiDocument();
await runJest(['test/fuzz', '--testTimeout', String((Number(process.env.FUZZ_MINUTES) + 5) * 60_000)]);
