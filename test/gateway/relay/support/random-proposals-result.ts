import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import path from 'node:path';
import type { Counts } from './compared-economy';

const FILE = path.join(__dirname, '../../../load/results/random-proposals.json');

/** Writes what was executed where RANDOM_PROPOSALS=write asks for it. */
export function writeResult({ tools, ...counts }: Counts): void {
  if (process.env.RANDOM_PROPOSALS !== 'write') return;
  const result = {
    machine: {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: availableParallelism(),
      memory_gib: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
    },
    proposals: counts.executed + counts.plans,
    ...counts,
    differences: 0,
    tools: Object.fromEntries([...tools].sort(([one], [other]) => one.localeCompare(other))),
  };
  writeFileSync(FILE, `${JSON.stringify(result, null, 2)}\n`);
}
