import {
  ABI,
  Action,
  PackedTransaction,
  type PrivateKey,
  SignedTransaction,
  Transaction,
} from '@wharfkit/antelope';
import { type Answer, type Json, NodeClient } from '../node/node-client';

export interface ActionInput {
  readonly account: string;
  readonly name: string;
  readonly authorization: readonly { actor: string; permission: string }[];
  readonly data: Json;
}

/** Parts of a transaction that a test may change before it is signed. */
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

/** Makes, signs and sends transactions with a client library. */
export class SigningClient extends NodeClient {
  readonly #abis = new Map<string, ABI>();

  /** Packs and signs. The reference block and the expiration follow the chain's head. */
  async sign(
    actions: readonly ActionInput[],
    keys: readonly PrivateKey[],
    changes: HeaderChanges = {},
    compression = 0,
  ): Promise<PackedBody> {
    const transaction = await this.transaction(actions, changes);
    const info = await this.read<{ chain_id: string }>('get_info');
    const digest = transaction.signingDigest(info.chain_id);
    return packedBody(
      transaction,
      keys.map((key) => key.signDigest(digest)),
      compression,
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
