// Simulates some hours, then applies the blocks to fresh chains, timed; prints the times as JSON. A replay that ends
// at another head or another state gives no figure.
import { freshChain, simulatedChain } from './simulated-chain.mjs';

const SEED = 'replay';
const BLOCK_MS = 500;
/** Genesis puts block 2 on every chain of a seed by itself. */
const FIRST_OWN_BLOCK = 3;

const { hours, rounds } = JSON.parse(process.argv[2]);

function simulatedBlocks() {
  const { chain, run } = simulatedChain(SEED);
  run((hours * 3_600_000) / BLOCK_MS, BLOCK_MS);
  // Seals the transactions that the simulation sent after its last block.
  chain.produceBlock();
  const blocks = [];
  for (let num = FIRST_OWN_BLOCK; num <= chain.head().num; num += 1) blocks.push(chain.block(num));
  return { head: chain.head().id, digest: chain.stateDigest(), blocks };
}

function secondsOfReplay({ head, digest, blocks }) {
  const chain = freshChain(SEED, () => 0);
  const startedAt = performance.now();
  for (const { header, transactions } of blocks) {
    chain.openBlockAt(header.timeMs);
    for (const { packed } of transactions) chain.push(packed);
    chain.produceBlock();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  if (chain.head().id !== head) throw new Error('the replay ended at another head');
  if (chain.stateDigest() !== digest) throw new Error('the replay ended in another state');
  return seconds;
}

const simulatedHistory = simulatedBlocks();
const seconds = Array.from({ length: rounds }, () => secondsOfReplay(simulatedHistory));
process.stdout.write(
  JSON.stringify({
    blocks: simulatedHistory.blocks.length,
    transactions: simulatedHistory.blocks.reduce((sum, { transactions }) => sum + transactions.length, 0),
    seconds,
  }),
);
