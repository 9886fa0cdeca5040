import type { LendingChain } from '../../../harness/chain/lending-chain';
import type { DrawnValues } from './arbitraries';

/** One action of a test run. Throws a ChainError when it is refused. */
export type TestAction = (chain: LendingChain, draw: DrawnValues) => unknown;
