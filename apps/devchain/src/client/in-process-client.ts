import {
  bytesToHex,
  formatTimePointSec,
  nameToValue,
  type PackedAction,
  packTransaction,
  type PrivateKeyValue,
  referenceBlock,
  signDigest,
  signingDigest,
  symbolCodeToValue,
} from '@app/antelope';
import type { Token } from '../contracts/shared/tokens';
import { balancesTable } from '../contracts/token/tables';
import { developmentKey } from '../genesis/keys';
import { systemKey } from '../genesis/accounts';
import { decode, encode } from '../kernel/sdk/abi/abi-type';
import type { Chain } from '../kernel/chain';
import type { ActionSignature } from '../kernel/sdk/action-signature';
import type { TableDefinition } from '../kernel/sdk/table';
import type { TransactionTrace } from '../kernel/execution/trace';
import type { PackedTransactionInput } from '../kernel/state/records';
import { ALL_ACTORS } from '../simulation/actors';
import { EXAMPLE_ACCOUNTS } from '../simulation/example-accounts';
import { vaultNameOf } from '../simulation/vault-names';

const LIFETIME_MS = 60_000;
/** Makes equal transactions of one block distinct; far above the net usage of any of them. */
const FIRST_NET_LIMIT = 10_000;

/** Transactions sent since a head block. */
const NOTHING_SENT = { headId: '', count: 0 };

/**
 * Client of a chain in the same process: reads tables and pushes signed transactions. It has the keys of the actors, of
 * the example accounts, and of `eosio`, which acts for the contracts; not the keys of the funded genesis accounts.
 */
export class InProcessClient {
  private readonly system: PrivateKeyValue;
  private readonly keys: ReadonlyMap<string, PrivateKeyValue>;
  private sent = NOTHING_SENT;

  constructor(
    readonly chain: Chain,
    private readonly seed: string,
    private readonly now: () => number,
  ) {
    this.system = systemKey(seed);
    // After a restore the same head may come again without the transactions sent after it.
    chain.onRestore(() => {
      this.sent = NOTHING_SENT;
    });
    this.keys = new Map(
      [...ALL_ACTORS, ...EXAMPLE_ACCOUNTS].map((name) => [name, developmentKey(seed, name)]),
    );
  }

  /** Time of the head block. */
  get timeMs(): number {
    return this.chain.head().timeMs;
  }

  /** Lower bound of the time of the next block: after a jump of the clock the head block is older than the clock. */
  get nextMs(): number {
    return Math.max(this.timeMs, this.now());
  }

  keyOf(name: string): PrivateKeyValue {
    return this.keys.get(name) ?? this.system;
  }

  /** Name of the vault of a simulated account. */
  vaultOf(owner: string): string {
    return vaultNameOf(this.seed, owner);
  }

  isAccount(name: string): boolean {
    return this.chain.account(name) !== undefined;
  }

  /** Executes actions in one transaction, signed by all their actors. Throws a ChainError when it is refused. */
  send(...actions: PackedAction[]): TransactionTrace {
    return this.chain.push(this.sign(actions, LIFETIME_MS));
  }

  /** One transaction of these actions, signed by all their actors. Every call gives another id. */
  sign(actions: PackedAction[], lifetimeMs: number): PackedTransactionInput {
    const { id } = this.chain.head();
    this.sent = { headId: id, count: this.sent.headId === id ? this.sent.count + 1 : 0 };
    const packedTrx = packTransaction({
      expiration: formatTimePointSec(Math.floor((this.nextMs + lifetimeMs) / 1000)),
      ...referenceBlock(id),
      max_net_usage_words: FIRST_NET_LIMIT + this.sent.count,
      max_cpu_usage_ms: 0,
      delay_sec: 0,
      context_free_actions: [],
      actions,
      transaction_extensions: [],
    });
    const digest = signingDigest(this.chain.chainId, packedTrx);
    const signers = new Set(
      actions.flatMap(({ authorization }) => authorization).map(({ actor }) => this.keyOf(actor)),
    );
    return {
      signatures: [...signers].map((key) => signDigest(key, digest)),
      compression: 'none',
      packedContextFreeData: new Uint8Array(),
      packedTrx,
    };
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
}

/** An action by an account's `active`. */
export function actionOf<A>(
  actor: string,
  account: string,
  { name, args }: ActionSignature<A>,
  data: A,
): PackedAction {
  const authorization = [{ actor, permission: 'active' }];
  return { account, name, authorization, data: bytesToHex(encode(args, data)) };
}
