// Simulates some days and samples the memory after garbage collection; prints the samples as JSON.
// Needs --expose-gc.
import { simulatedChain } from './simulated-chain.mjs';

const DAY_MS = 86_400_000;
const { days, samples, betweenMs } = JSON.parse(process.argv[2]);

const mib = (bytes) => Math.round((bytes / 2 ** 20) * 10) / 10;
const startedAt = performance.now();
const { chain, simulation, run } = simulatedChain('memory');
let transactions = 0;
chain.events.transaction.add(() => {
  transactions += 1;
});

function sample(simulatedDays) {
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  const held = chain.memory();
  const { user, system } = process.cpuUsage();
  return {
    simulated_days: Math.round(simulatedDays * 100) / 100,
    transactions,
    refused: simulation.refused.count,
    // Blocks are bytes outside of the heap.
    held_mib: mib(heapUsed + external),
    heap_mib: mib(heapUsed),
    resident_mib: mib(rss),
    blocks: held.blocks,
    block_log_mib: mib(held.blockBytes),
    rows: held.rows,
    row_mib: mib(held.rowBytes),
    accounts: held.accounts,
    statuses: held.statusesRemembered,
    cpu_seconds: Math.round((user + system) / 1e6),
    wall_seconds: Math.round((performance.now() - startedAt) / 1000),
  };
}

const taken = [sample(0)];
const blocksEach = (days * DAY_MS) / betweenMs / samples;
for (let number = 1; number <= samples; number += 1) {
  run(blocksEach, betweenMs);
  taken.push(sample((days * number) / samples));
}
process.stdout.write(JSON.stringify(taken));
