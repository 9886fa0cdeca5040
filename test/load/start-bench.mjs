// `npm run bench:start`: what a start of the built product costs until it is ready, and what its processes keep resident,
// those of npm and of the start script among them. Linux alone. `-- --rounds 5`, `-- --note busy` marks the machine.
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { prepare, ROOT } from '../../scripts/setup.mjs';

await prepare('all');

const { machine, median } = await import('./machine.mjs');
const { usedBy } = await import('./process-tree.mjs');
const { freshProduct } = await import('../../scripts/setup/fresh-product.mjs');

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, note: { type: 'string', default: '' } },
});
const ROUNDS = Number(values.rounds);
const COMMAND = ['npm', 'start', '--silent', '--'];
/** Collections after the start give memory back. */
const CALM_MS = 30_000;
const HUNDREDTH = 100;

const sum = (numbers) => numbers.reduce((total, value) => total + value, 0);
const rounded = (value) => Math.round(value * HUNDREDTH) / HUNDREDTH;

async function round() {
  const product = await freshProduct({}, COMMAND);
  try {
    const ready = usedBy(product.pid);
    await new Promise((resolve) => setTimeout(resolve, CALM_MS));
    return { readyMs: Math.round(product.readyMs), ready, calm: usedBy(product.pid) };
  } finally {
    await product.stop();
  }
}

const rounds = [];
for (let count = 0; count < ROUNDS; count++) rounds.push(await round());

const least = (valueOf) => Math.min(...rounds.map(valueOf));
const middle = (valueOf) => median(rounds.map(valueOf));
const rows = rounds[0].calm.map(({ name }) => {
  const of = (processes, member) => processes.find((each) => each.name === name)?.[member] ?? 0;
  return {
    process: name,
    cpu_s_least: rounded(least(({ ready }) => of(ready, 'cpuSeconds'))),
    proportional_mib: Math.round(middle(({ calm }) => of(calm, 'proportionalMiB'))),
    resident_mib: Math.round(middle(({ calm }) => of(calm, 'residentMiB'))),
  };
});
const total = (processes, member) => sum(processes.map((each) => each[member]));
const result = {
  machine: machine(),
  note: values.note,
  load_average: Math.round(loadavg()[0] * 10) / 10,
  rounds: ROUNDS,
  ready_ms: { least: least(({ readyMs }) => readyMs), median: middle(({ readyMs }) => readyMs) },
  cpu_s: {
    least: rounded(least(({ ready }) => total(ready, 'cpuSeconds'))),
    median: rounded(middle(({ ready }) => total(ready, 'cpuSeconds'))),
  },
  proportional_mib: Math.round(middle(({ calm }) => total(calm, 'proportionalMiB'))),
  resident_mib: Math.round(middle(({ calm }) => total(calm, 'residentMiB'))),
  processes: rows,
};
writeFileSync(
  path.join(ROOT, 'test', 'load', 'results', 'start.json'),
  `${JSON.stringify(result, null, 2)}\n`,
);
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
