import {
  bytesToHex,
  formatTimePointSec,
  type PackedAction,
  packTransaction,
  parsePrivateKey,
  type PrivateKeyValue,
  referenceBlock,
  signDigest,
  signingDigest,
  type Transaction,
} from '@app/antelope';
import { ManualClock } from '@app/operations';
import type { DevelopmentAccount } from '../../../apps/devchain/src/genesis/development-account';
import { createDevelopmentChain, type GenesisOptions } from '../../../apps/devchain/src/genesis/genesis';
import { encode } from '../../../apps/devchain/src/kernel/sdk/abi/abi-type';
import type { Chain } from '../../../apps/devchain/src/kernel/chain';
import { ChainError } from '../../../apps/devchain/src/kernel/sdk/errors/chain-error';
import type { ActionSignature } from '../../../apps/devchain/src/kernel/sdk/action-signature';
import type { PackedTransactionInput } from '../../../apps/devchain/src/kernel/transactions/packed-transaction';
import type { ExecutionError, TransactionTrace } from '../../../apps/devchain/src/kernel/execution/trace';
import { BLOCK_INTERVAL_MS } from '../../../apps/devchain/src/kernel/blocks/slots';

const START_MS = Date.parse('2026-03-01T12:00:00Z');

/** Signers and header values of a transaction that differ from the default. */
export interface PushOptions {
  keys?: readonly PrivateKeyValue[];
  header?: Partial<Transaction>;
}

/** The error of a push; with a trace once execution had begun. */
export type PushError = ChainError & Partial<Pick<ExecutionError, 'trace'>>;

/** A development chain without HTTP, with a manual clock by default. */
export class KernelChain {
  readonly clock = new ManualClock(START_MS);
  readonly chain: Chain;
  readonly accounts: readonly DevelopmentAccount[];
  private counter = 0;

  constructor(options: Partial<GenesisOptions> = {}) {
    const created = createDevelopmentChain({ seed: 'test', now: () => this.clock.now(), ...options });
    this.chain = created.chain;
    this.accounts = created.accounts;
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

  /** Time goes on, and a block is sealed. */
  nextBlock(count = 1): void {
    for (let left = count; left > 0; left--) {
      this.clock.advance(BLOCK_INTERVAL_MS);
      this.chain.produceBlock();
    }
  }

  /** A header that is fine, and different every time. */
  transaction(actions: PackedAction[], header: Partial<Transaction> = {}): Transaction {
    const { id, timeMs } = this.chain.head();
    this.counter++;
    return {
      expiration: formatTimePointSec(Math.floor(timeMs / 1000) + 60 + (this.counter % 1000)),
      ...referenceBlock(id),
      max_net_usage_words: 1000 + this.counter,
      max_cpu_usage_ms: 0,
      delay_sec: 0,
      context_free_actions: [],
      actions,
      transaction_extensions: [],
      ...header,
    };
  }

  sign(transaction: Transaction, keys: readonly PrivateKeyValue[]): PackedTransactionInput {
    const packedTrx = packTransaction(transaction);
    const digest = signingDigest(this.chain.chainId, packedTrx);
    return {
      signatures: keys.map((key) => signDigest(key, digest)),
      compression: 'none',
      packedContextFreeData: new Uint8Array(),
      packedTrx,
    };
  }

  /** Signed by the first authorizer's own key by default. */
  pack(actions: PackedAction[], { keys, header }: PushOptions = {}): PackedTransactionInput {
    const { actor = 'eosio', permission = 'active' } = actions[0]?.authorization[0] ?? {};
    return this.sign(this.transaction(actions, header), keys ?? [this.key(actor, permission)]);
  }

  push(actions: PackedAction[], options: PushOptions = {}): TransactionTrace {
    return this.chain.push(this.pack(actions, options));
  }

  /** The refusal of a push that must fail. */
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

/** An action with its arguments encoded; `bob` stands for bob@active. */
export function act<A>(
  account: string,
  signature: ActionSignature<A>,
  args: A,
  ...authorization: string[]
): PackedAction {
  return {
    account,
    name: signature.name,
    authorization: authorization.map((level) => {
      const [actor = '', permission = 'active'] = level.split('@');
      return { actor, permission };
    }),
    data: bytesToHex(encode(signature.args, args)),
  };
}
