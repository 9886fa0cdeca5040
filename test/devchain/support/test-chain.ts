import {
  ABI,
  Action,
  PackedTransaction,
  PrivateKey,
  SignedTransaction,
  Transaction,
} from '@wharfkit/antelope';
import {
  startDevchain,
  type Devchain,
  type DevchainOptions,
} from '../../../apps/devchain/src/api/start-devchain';

export type Json = Record<string, unknown>;

export interface Answer<T> {
  readonly status: number;
  /** The body as it came, for the spelling of numbers. */
  readonly text: string;
  readonly json: T;
}

export interface ErrorBody {
  readonly code: number;
  readonly message: string;
  readonly error: {
    readonly code: number;
    readonly name: string;
    readonly what: string;
    readonly details: readonly { message: string; file: string; line_number: number; method: string }[];
  };
}

export interface ActionInput {
  readonly account: string;
  readonly name: string;
  readonly authorization: readonly { actor: string; permission: string }[];
  readonly data: Json;
}

/** What a test may change of a transaction before it is signed. */
export interface HeaderChanges {
  readonly expiration?: string;
  readonly ref_block_num?: number;
  readonly ref_block_prefix?: number;
  readonly max_cpu_usage_ms?: number;
}

export interface PackedBody {
  signatures: string[];
  compression: number;
  packed_context_free_data: string;
  packed_trx: string;
}

const LIFETIME_MS = 60_000;

/** A development chain over HTTP on a free port, driven with nothing but its routes and a client library. */
export class TestChain {
  readonly #abis = new Map<string, ABI>();

  private constructor(readonly devchain: Devchain) {}

  static async start(options: DevchainOptions = {}): Promise<TestChain> {
    const settings = { name: 'devchain', host: '127.0.0.1', port: 0, seed: 'test' };
    return new TestChain(await startDevchain(settings, options));
  }

  get url(): string {
    return this.devchain.url;
  }

  close(): Promise<void> {
    return this.devchain.close();
  }

  async post<T = Json>(route: string, body?: unknown): Promise<Answer<T>> {
    const path = route.startsWith('/') ? route : `/v1/chain/${route}`;
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const response = await fetch(this.url + path, { method: 'POST', body: text });
    const answer = await response.text();
    return { status: response.status, text: answer, json: JSON.parse(answer) as T };
  }

  /** The answer of a request that must succeed. */
  async read<T = Json>(route: string, body?: unknown): Promise<T> {
    const { status, text, json } = await this.post<T>(route, body);
    if (status !== 200 && status !== 202) throw new Error(`${route} answered ${status} ${text}`);
    return json;
  }

  /** The development key of `account`, or of one of its permissions. */
  keyOf(account: string, permission?: string): PrivateKey {
    const found = this.devchain.accounts.find(({ name }) => name === account);
    const own = found?.permissions.find(({ name }) => name === permission)?.private_key;
    const text = permission === undefined ? found?.private_key : own;
    if (text === undefined) throw new Error(`no development key of ${account}@${permission ?? 'active'}`);
    return PrivateKey.from(text);
  }

  /** Packs and signs. The reference block and the expiration follow the chain's head. */
  async sign(
    actions: readonly ActionInput[],
    keys: readonly PrivateKey[],
    changes: HeaderChanges = {},
  ): Promise<PackedBody> {
    const transaction = await this.transaction(actions, changes);
    const info = await this.read<{ chain_id: string }>('get_info');
    const digest = transaction.signingDigest(info.chain_id);
    return packedBody(
      transaction,
      keys.map((key) => key.signDigest(digest)),
    );
  }

  async transaction(actions: readonly ActionInput[], changes: HeaderChanges = {}): Promise<Transaction> {
    const info = await this.read<{ head_block_time: string; last_irreversible_block_num: number }>(
      'get_info',
    );
    const block = await this.read<{ ref_block_num: number; ref_block_prefix: number }>('get_block_info', {
      block_num: info.last_irreversible_block_num,
    });
    const expiration = new Date(Date.parse(`${info.head_block_time}Z`) + LIFETIME_MS)
      .toISOString()
      .slice(0, 19);
    return Transaction.from({
      expiration,
      ref_block_num: block.ref_block_num,
      ref_block_prefix: block.ref_block_prefix,
      actions: await Promise.all(actions.map((action) => this.#encode(action))),
      ...changes,
    });
  }

  /** Signs and sends; the answer may be a refusal. */
  async transact<T = Json>(
    actions: readonly ActionInput[],
    keys: readonly PrivateKey[],
    changes: HeaderChanges = {},
  ): Promise<Answer<T>> {
    return this.post<T>('send_transaction', await this.sign(actions, keys, changes));
  }

  async #encode(action: ActionInput): Promise<Action> {
    const abi = this.#abis.get(action.account) ?? (await this.#fetchAbi(action.account));
    return Action.from({ ...action, authorization: [...action.authorization] }, abi);
  }

  async #fetchAbi(account: string): Promise<ABI> {
    const { abi } = await this.read<{ abi: object }>('get_abi', { account_name: account });
    const parsed = ABI.from(abi);
    this.#abis.set(account, parsed);
    return parsed;
  }
}

export function packedBody(
  transaction: Transaction,
  signatures: readonly unknown[],
  compression = 0,
): PackedBody {
  const signed = SignedTransaction.from({ ...transaction, signatures: signatures.map(String) });
  const packed = PackedTransaction.fromSigned(signed, compression);
  return {
    signatures: signed.signatures.map(String),
    compression,
    packed_context_free_data: packed.packed_context_free_data.hexString,
    packed_trx: packed.packed_trx.hexString,
  };
}

/** A transfer of the bitcoin token. */
export const transfer = (
  from: string,
  to: string,
  quantity: string,
  { memo = '', permission = 'active', token = 'btc.token' } = {},
): ActionInput => ({
  account: token,
  name: 'transfer',
  authorization: [{ actor: from, permission }],
  data: { from, to, quantity, memo },
});
