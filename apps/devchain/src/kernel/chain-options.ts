import type { PrivateKeyValue } from '@app/antelope';
import type { Contract } from './sdk/contract';
import type { GenesisState } from './state/genesis-state';

export interface ChainOptions {
  readonly genesis: GenesisState;
  /** Signs the blocks of the system account, which makes them all until other producers are scheduled. */
  readonly producerKey: PrivateKeyValue;
  /** Of producers that may be scheduled. Blocks of a producer whose key is not here are missed. */
  readonly additionalProducerKeys?: readonly PrivateKeyValue[];
  /** The code of accounts that exist or will; it runs once the account does. */
  readonly contracts: readonly Contract[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A block is final when this many follow it. */
  readonly finalityDepth?: number;
  /** Memory for packed blocks; the oldest go when it is full. An empty block takes about 150 bytes. */
  readonly maxBlockLogBytes?: number;
  /** Number of transactions whose status is kept. */
  readonly maxStatuses?: number;
}

/** Defaults: finality after three seconds, and more than a week of empty blocks in memory. */
export function limitsOf({
  finalityDepth = 6,
  maxBlockLogBytes = 268_435_456,
  maxStatuses = 50_000,
}: ChainOptions): Required<Pick<ChainOptions, 'finalityDepth' | 'maxBlockLogBytes' | 'maxStatuses'>> {
  return { finalityDepth, maxBlockLogBytes, maxStatuses };
}

export interface ComputeOptions {
  /** A read-only transaction: no authorization is needed and no row may change. */
  isReadOnly?: boolean;
  /** Whether missing signatures are a failure; signatures that are there must be right in any case. */
  checkSignatures?: boolean;
}
