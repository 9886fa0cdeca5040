import { hexToBytes, packTransaction, bytesToHex, transactionId, unpackTransaction } from '@app/antelope';
import { ManualClock } from '@app/operations';
import type { Chains } from '@app/upstream';
import { Intentions } from '../../../../apps/gateway/src/composing/requests/intentions';
import type { RequestStorage } from '../../../../apps/gateway/src/composing/requests/request-storage';
import { SharedRequests } from '../../../../apps/gateway/src/composing/requests/shared-requests';
import type { ProposalAnswer } from '../../../../apps/gateway/src/composing/proposal.answer';
import type { Network } from '../../../../apps/gateway/src/network/network';
import type { ProposalRequest, Proposals } from '../../../../apps/gateway/src/composing/proposals';
import { transactionOf } from '../../../../libs/antelope/testing/transfer';
import type { RedisServer } from '../../../harness/process/redis';
import type { ModelChain } from './model-chain';

const CALL = { request: { headers: {}, socket: {} } };
const LIFETIME_MS = 300_000;
/** Longer than a look of the replicas, and short for a spec. */
const RESTORING_MS = 300;

/** Bytes that a replica has answered. */
export interface Bytes {
  readonly id: string;
  readonly expiresAtMs: number;
}

let composed = 0;
let calls = 0;

/** A replica of the gateway before a model of the chain: its proposals are bytes alone. */
export class ModelReplica {
  readonly #store: SharedRequests;
  readonly #intentions: Intentions;
  readonly #network: Network;
  isUp = false;

  constructor(
    private readonly chain: ModelChain,
    { server }: RedisServer,
  ) {
    this.#store = new SharedRequests(new ManualClock(0), {
      server: { ...server, commandTimeoutMs: 10_000 },
      keyPrefix: 'ctg:',
      secret: 'a text that all replicas have in common',
      onChange: (isUp) => (this.isUp = isUp),
      restoringMs: RESTORING_MS,
    });
    const repeat = ({ packedTrx }: { packedTrx: string }) => Promise.resolve(answerOf(packedTrx));
    const info = () => Promise.resolve({ headBlockTimeMs: chain.headTimeMs });
    this.#network = { name: 'mainnet', chain: { info } } as unknown as Network;
    this.#intentions = new Intentions(
      {
        fateOf: (_: string, { id, life }: { id: string; life: { expiresAtMs: number } }) =>
          Promise.resolve(chain.fateOf({ id, expiresAtMs: life.expiresAtMs })),
      } as unknown as Chains,
      { repeated: repeat, executed: repeat, compose: () => this.#compose() } as unknown as Proposals,
      { store: this.#store } as unknown as RequestStorage,
      // Calls come from two addresses in turn.
      () => `192.0.2.${(calls += 1) % 2}`,
    );
  }

  start(): Promise<void> {
    return this.#store.start();
  }

  close(): void {
    this.#store.close();
  }

  /** The bytes for one intention. @throws ToolError */
  async compose(request_id: string): Promise<Bytes> {
    const input = { network: 'mainnet', account: 'alice', permission: 'active', request_id } as const;
    const { transaction, expires } = await this.#intentions.once('lend', input, this.#network, CALL, () =>
      Promise.resolve({} as ProposalRequest),
    );
    return { id: transaction.transaction_id, expiresAtMs: Date.parse(expires) };
  }

  /** Takes as long as another replica needs to do the same. */
  async #compose(): Promise<ProposalAnswer> {
    const action = { account: 'loan', name: 'lend', authorization: [], data: '' };
    const expires = new Date(this.chain.headTimeMs + LIFETIME_MS).toISOString().slice(0, 19);
    const max_net_usage_words = (composed += 1);
    await Promise.resolve();
    return answerOf(bytesToHex(packTransaction({ ...transactionOf(expires, action), max_net_usage_words })));
  }
}

function answerOf(packedTrx: string): ProposalAnswer {
  const packed = hexToBytes(packedTrx);
  return {
    expires: `${unpackTransaction(packed).expiration}Z`,
    transaction: { packed_trx: packedTrx, transaction_id: transactionId(packed) },
  } as ProposalAnswer;
}
