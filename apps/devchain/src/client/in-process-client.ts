import {
  formatTimePointSec,
  nameToValue,
  type PackedAction,
  type PrivateKeyValue,
  referenceBlock,
  symbolCodeToValue,
  type Transaction,
} from '@app/antelope';
import type { Token } from '../contracts/shared/tokens';
import { balancesTable } from '../contracts/token/tables';
import type { Chain } from '../kernel/chain';
import { decode } from '../kernel/sdk/abi/abi-type';
import { SYSTEM_ACCOUNT } from '../kernel/sdk/native-actions';
import type { TableDefinition } from '../kernel/sdk/table';
import type { PackedTransactionInput } from '../kernel/transactions/packed-transaction';
import type { TransactionTrace } from '../kernel/execution/trace';
import { developmentKey, keyNameOf } from './development-key';
import { signTransaction } from './sign-transaction';

const LIFETIME_MS = 60_000;
/** Makes equal transactions of one block distinct; far above the net usage of any of them. */
const FIRST_NET_LIMIT = 10_000;

/** Transactions signed since a head block. */
const NONE_SIGNED = { headId: '', count: 0 };

export interface ClientOptions {
  /** The development keys are derived from it. */
  readonly seed: string;
  /** Accounts that sign with their own development keys. `eosio` signs for all others, as it does for contracts. */
  readonly accounts: readonly string[];
  /** Milliseconds since 1970; the time of the head block by default. */
  readonly now?: () => number;
}

/** Differences from the usual transaction. */
export interface SigningOptions {
  /** By default the keys of all authorizations of the actions. */
  readonly keys?: readonly PrivateKeyValue[];
  readonly lifetimeMs?: number;
  readonly header?: Partial<Omit<Transaction, 'actions'>>;
}

/** Client of a chain in the same process: reads tables, signs and pushes transactions. */
export class InProcessClient {
  readonly seed: string;
  readonly #now: () => number;
  readonly #accounts: ReadonlySet<string>;
  readonly #keys = new Map<string, PrivateKeyValue>();
  #signed = NONE_SIGNED;

  constructor(
    readonly chain: Chain,
    { seed, accounts, now = () => 0 }: ClientOptions,
  ) {
    this.seed = seed;
    this.#now = now;
    this.#accounts = new Set(accounts);
    // After a restore the same head may come again without the transactions sent after it.
    chain.events.restore.add(() => {
      this.#signed = NONE_SIGNED;
    });
  }

  /** Time of the head block. */
  get timeMs(): number {
    return this.chain.head().timeMs;
  }

  /** Lower bound of the time of the next block: after a jump of the clock the head block is older than the clock. */
  get nextMs(): number {
    return Math.max(this.timeMs, this.#now());
  }

  /** The key that signs for a permission. */
  keyOf(account: string, permission = 'active'): PrivateKeyValue {
    const name = this.#accounts.has(account) ? keyNameOf(account, permission) : SYSTEM_ACCOUNT;
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const key = developmentKey(this.seed, name);
    this.#keys.set(name, key);
    return key;
  }

  isAccount(name: string): boolean {
    return this.chain.account(name) !== undefined;
  }

  /** Executes the actions in one transaction. Throws a ChainError when it is refused. */
  send(...actions: PackedAction[]): TransactionTrace {
    return this.push(actions);
  }

  /** As `send`, with options. */
  push(actions: PackedAction[], options?: SigningOptions): TransactionTrace {
    return this.chain.push(this.sign(actions, options));
  }

  /** One signed transaction of these actions. Every call gives another id. */
  sign(
    actions: PackedAction[],
    { keys, lifetimeMs = LIFETIME_MS, header }: SigningOptions = {},
  ): PackedTransactionInput {
    const { id } = this.chain.head();
    this.#signed = { headId: id, count: this.#signed.headId === id ? this.#signed.count + 1 : 0 };
    const transaction = {
      expiration: formatTimePointSec(Math.floor((this.nextMs + lifetimeMs) / 1000)),
      ...referenceBlock(id),
      max_net_usage_words: FIRST_NET_LIMIT + this.#signed.count,
      max_cpu_usage_ms: 0,
      delay_sec: 0,
      context_free_actions: [],
      transaction_extensions: [],
      ...header,
      actions,
    };
    return signTransaction(this.chain.chainId, transaction, keys ?? this.#keysOf(actions));
  }

  rows<R>(code: string, scope: string, { name, row }: TableDefinition<R>): R[] {
    const table = this.chain.table(code, nameToValue(scope), name);
    return Array.from(table?.rows() ?? [], ({ value }) => decode(row, value));
  }

  find<R>(code: string, scope: string, { name, row }: TableDefinition<R>, primaryKey: bigint): R | undefined {
    const found = this.chain.table(code, nameToValue(scope), name)?.find(primaryKey);
    return found && decode(row, found.value);
  }

  balance(account: string, { contract, symbol }: Token): bigint {
    return this.find(contract, account, balancesTable, symbolCodeToValue(symbol))?.balance.units ?? 0n;
  }

  #keysOf(actions: readonly PackedAction[]): PrivateKeyValue[] {
    const levels = actions.flatMap(({ authorization }) => authorization);
    return [...new Set(levels.map(({ actor, permission }) => this.keyOf(actor, permission)))];
  }
}
