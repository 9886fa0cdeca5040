import type { BlockChain } from './blocks/block-chain';
import type { ChainState } from './state/chain-state';
import type { TransactionStatuses } from './transactions/transaction-statuses';

/** A chain at a block, as plain values. */
export interface ChainSnapshot {
  readonly chainId: string;
  readonly state: ReturnType<ChainState['save']>;
  readonly blocks: ReturnType<BlockChain['save']>;
  readonly statuses: ReturnType<TransactionStatuses['save']>;
}
