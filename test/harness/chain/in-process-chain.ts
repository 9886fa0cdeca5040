import {
  type PackedAction,
  parsePrivateKey,
  type PrivateKeyValue,
  type Transaction,
  unpackTransaction,
} from '@app/antelope';
import { ManualClock } from '@app/operations';
import { InProcessClient } from '../../../apps/devchain/src/client/in-process-client';
import { signTransaction } from '../../../apps/devchain/src/client/sign-transaction';
import type { DevelopmentAccount } from '../../../apps/devchain/src/genesis/development-account';
import { createDevelopmentChain, type GenesisOptions } from '../../../apps/devchain/src/genesis/genesis';
import { BLOCK_INTERVAL_MS } from '../../../apps/devchain/src/kernel/blocks/slots';
import type { Chain } from '../../../apps/devchain/src/kernel/chain';
import type { ExecutionError, TransactionTrace } from '../../../apps/devchain/src/kernel/execution/trace';
import { ChainError } from '../../../apps/devchain/src/kernel/sdk/errors/chain-error';
import type { PackedTransactionInput } from '../../../apps/devchain/src/kernel/transactions/packed-transaction';

const START_MS = Date.parse('2026-03-01T12:00:00Z');

/** Signers and header values of a transaction that differ from the default. */
export interface PushOptions {
  keys?: readonly PrivateKeyValue[];
  header?: Partial<Transaction>;
}

/** The error of a push; with a trace once execution had begun. */
export type PushError = ChainError & Partial<Pick<ExecutionError, 'trace'>>;

/** A development chain without HTTP, with a manual clock by default. Chains of one subject are built on it. */
export class InProcessChain {
  readonly clock = new ManualClock(START_MS);
  readonly chain: Chain;
  readonly accounts: readonly DevelopmentAccount[];
  /** Signs with the development keys of the genesis accounts, and with that of `eosio` for all others. */
  readonly client: InProcessClient;

  constructor({ seed = 'test', ...options }: Partial<GenesisOptions> = {}) {
    const created = createDevelopmentChain({ now: () => this.clock.now(), ...options, seed });
    this.chain = created.chain;
    this.accounts = created.accounts;
    this.client = new InProcessClient(this.chain, { seed, accounts: this.accounts.map(({ name }) => name) });
    this.nextBlock();
  }

  /** The development key of an account or of one of its permissions. */
  key(account: string, permission = 'active'): PrivateKeyValue {
    const found = this.accounts
      .find(({ name }) => name === account)
      ?.permissions.find(({ name }) => name === permission);
    if (found === undefined) throw new Error(`no key of ${account}@${permission}`);
    return parsePrivateKey(found.private_key);
  }

  /** Advances the clock by a block interval and produces the block. */
  nextBlock(count = 1): void {
    for (let left = count; left > 0; left--) {
      this.clock.advance(BLOCK_INTERVAL_MS);
      this.chain.produceBlock();
    }
  }

  /** A valid transaction, different every time. */
  transaction(actions: PackedAction[], header: Partial<Transaction> = {}): Transaction {
    return unpackTransaction(this.client.sign(actions, { header, keys: [] }).packedTrx);
  }

  sign(transaction: Transaction, keys: readonly PrivateKeyValue[]): PackedTransactionInput {
    return signTransaction(this.chain.chainId, transaction, keys);
  }

  /** Signed by the first authorizer's own key by default. */
  pack(actions: PackedAction[], { keys, header }: PushOptions = {}): PackedTransactionInput {
    const { actor = 'eosio', permission = 'active' } = actions[0]?.authorization[0] ?? {};
    return this.client.sign(actions, { keys: keys ?? [this.key(actor, permission)], header });
  }

  push(actions: PackedAction[], options: PushOptions = {}): TransactionTrace {
    return this.chain.push(this.pack(actions, options));
  }

  /** The error of a push that must fail. */
  refusal(actions: PackedAction[], options: PushOptions = {}): PushError {
    return refusalOf(() => this.push(actions, options));
  }
}

/** The chain error that `work` throws. */
export function refusalOf(work: () => unknown): PushError {
  try {
    work();
  } catch (error) {
    if (error instanceof ChainError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
