// `npm run bench:ship`: CPU time to decode state history, beside other decoders in the same run; saved under results/.
// `npm run bench:ship -- --short` saves nothing.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { prepare, ROOT } from '../../scripts/setup.mjs';

await prepare('all');

const { machine, median, ratio } = await import('./machine.mjs');
const { busyFrame, recordedFrames } = await import('./ship-frames.mjs');
const { decoders } = await import('./ship-decoders.mjs');

const isShort = process.argv.includes('--short');
const ROUNDS = isShort ? 3 : 15;
const ROUND_MS = isShort ? 50 : 200;

/** CPU microseconds of one pass over the frames, over a round of at least ROUND_MS of CPU time. */
function timeOf(decode, frames) {
  const begin = process.cpuUsage();
  for (let passes = 1; ; passes++) {
    for (const frame of frames) decode(frame);
    const { user, system } = process.cpuUsage(begin);
    if (user + system >= ROUND_MS * 1000) return (user + system) / passes;
  }
}

/** Rounds of all decoders in turn, so that the load of the machine meets all of them. */
function compare(input, frames) {
  const entries = Object.entries(decoders()).map(([name, decode]) => ({ name, decode, times: [] }));
  for (const { decode } of entries) timeOf(decode, frames);
  for (let round = 0; round < ROUNDS; round++)
    for (const entry of entries) entry.times.push(timeOf(entry.decode, frames));
  const bytes = frames.reduce((sum, { length }) => sum + length, 0);
  const own = median(entries[0].times);
  return entries.map(({ name, times }) => ({
    input,
    decoder: name,
    cpu_us: Math.round(median(times) * 10) / 10,
    megabytes_per_cpu_second: Math.round((bytes / median(times)) * 10) / 10,
    ratio_to_own: ratio(median(times), own),
  }));
}

process.stdout.write(`${JSON.stringify(machine())}\n`);
const rows = [...compare('busy block', [busyFrame()]), ...compare('recorded session', recordedFrames())];
console.table(rows);
if (!isShort) {
  const file = path.join(ROOT, 'test/load/results/ship.json');
  mkdirSync(path.dirname(file), { recursive: true });
  const busy_block_bytes = busyFrame().length;
  writeFileSync(
    file,
    `${JSON.stringify({ machine: machine(), rounds: ROUNDS, busy_block_bytes, decode: rows }, null, 2)}\n`,
  );
  process.stdout.write(`written to ${path.relative(process.cwd(), file)}\n`);
}
