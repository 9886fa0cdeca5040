import type { Chain } from './kernel/chain';

const MEBIBYTE = 1024 * 1024;
const mebibytes = (bytes: number): string => (bytes / MEBIBYTE).toFixed(1);

/** How far the chain is and what it holds, in one line for the log. */
export function memoryLine(name: string, chain: Chain): string {
  const { num } = chain.head();
  const memory = chain.memory();
  return (
    `devchain ${name} head ${String(num)} lib ${String(chain.lastIrreversible().num)}: ` +
    `${String(memory.blocks)} blocks in ${mebibytes(memory.blockBytes)} MiB, ` +
    `${String(memory.rows)} rows in ${mebibytes(memory.rowBytes)} MiB, ` +
    `${String(memory.accounts)} accounts, ${String(memory.transactionsRemembered)} recent transactions, ` +
    `process ${mebibytes(process.memoryUsage.rss())} MiB`
  );
}
