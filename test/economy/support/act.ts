import type { LendingChain } from '../../../apps/devchain/src/contracts/loan/testing/lending-chain';
import type { Draw } from './draw';

/** Something that is tried on the chain. Throws a ChainError when it is refused. */
export type Act = (chain: LendingChain, draw: Draw) => unknown;
