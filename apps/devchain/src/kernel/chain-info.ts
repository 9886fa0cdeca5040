import type { BlockChain } from './blocks/block-chain';
import type { BlockSummary } from './blocks/block-record';
import type { ChainState } from './state/chain-state';
import type { TransactionStatuses } from './transactions/transaction-statuses';

export interface ChainInfo {
  head: BlockSummary;
  lastIrreversible: BlockSummary;
  earliestAvailableBlockNum: number;
  virtualBlockCpuLimit: bigint;
  virtualBlockNetLimit: bigint;
  blockCpuLimit: bigint;
  blockNetLimit: bigint;
  totalCpuWeight: bigint;
  totalNetWeight: bigint;
}

/** Memory use of the chain. Bytes are of packed data, without the engine's own overhead. */
export interface MemoryRecord {
  blocks: number;
  blockBytes: number;
  transactionsRemembered: number;
  statusesRemembered: number;
  accounts: number;
  tables: number;
  rows: number;
  rowBytes: number;
}

/** The members of a summary alone. */
export function blockSummary({ num, id, timeMs, producer }: BlockSummary): BlockSummary {
  return { num, id, timeMs, producer };
}

export function chainInfo(blocks: BlockChain, { resources }: ChainState): ChainInfo {
  return {
    head: blockSummary(blocks.head),
    lastIrreversible: blockSummary(blocks.lastIrreversible),
    earliestAvailableBlockNum: blocks.earliestNum,
    virtualBlockCpuLimit: resources.virtualLimit('cpu'),
    virtualBlockNetLimit: resources.virtualLimit('net'),
    blockCpuLimit: resources.blockLimit('cpu'),
    blockNetLimit: resources.blockLimit('net'),
    totalCpuWeight: resources.totals.cpuWeight,
    totalNetWeight: resources.totals.netWeight,
  };
}

export function memoryUse(
  { memoryUsage }: BlockChain,
  { accounts, recentTransactions, tables: { size } }: ChainState,
  statuses: TransactionStatuses,
): MemoryRecord {
  return {
    blocks: memoryUsage.blocks,
    blockBytes: memoryUsage.bytes,
    transactionsRemembered: recentTransactions.size,
    statusesRemembered: statuses.size,
    accounts: accounts.size,
    tables: size.tables,
    rows: size.rows,
    rowBytes: size.bytes,
  };
}
