import { hexToBytes, transactionId, unpackTransaction } from '@app/antelope';
import { fail, toolErrorBecause } from '@app/chain-tools';
import { type ClientAddress, siteOf } from '@app/operations';
import { CLIENT_ADDRESS, type CountedCall } from '@app/rate-limit';
import { Chains, lifeOf, type TransactionFate } from '@app/upstream';
import { Inject, Injectable } from '@nestjs/common';
import type { ProposalAnswer } from '../proposal.answer';
import { type ProposalRequest, Proposals } from '../proposals';
import type { Network } from '../../network/network';
import { fingerprintOf } from './fingerprint';
import type { RequestRecord } from './request-record';
import { type RequestStore, RequestsUnavailableError, TooManyRequestsError } from './request-store';
import { RequestStorage } from './request-storage';

/** Input of a tool that composes. */
export type ComposeInput = {
  readonly permission: string;
  readonly request_id?: string;
} & ({ readonly account: string } | { readonly from: string });

/** The account that signs a call. */
export const actorOf = (input: ComposeInput): string => ('from' in input ? input.from : input.account);

/** An intention that a client has named. */
interface Intention {
  readonly network: Network;
  readonly actor: string;
  readonly permission: string;
  readonly key: string;
  readonly fingerprint: string;
  /** Site of the caller. */
  readonly client: string;
}

/** Composes one transaction for one intention: what a client names by a request id is executed once at most. */
@Injectable()
export class Intentions {
  readonly #store: RequestStore;

  constructor(
    private readonly chains: Chains,
    private readonly proposals: Proposals,
    { store }: RequestStorage,
    @Inject(CLIENT_ADDRESS) private readonly clientAddress: ClientAddress,
  ) {
    this.#store = store;
  }

  /**
   * The proposal of `request`, or the one that was composed under the request id before.
   * @throws ToolError; what `request` and `Proposals.compose` throw
   */
  async once(
    tool: string,
    input: ComposeInput,
    network: Network,
    call: Pick<CountedCall, 'request'>,
    request: () => ProposalRequest | Promise<ProposalRequest>,
  ): Promise<ProposalAnswer> {
    const { permission, request_id: id } = input;
    const compose = async () => await this.proposals.compose(await request());
    if (id === undefined) return await compose();
    const actor = actorOf(input);
    const key = `${network.name}:${actor}:${id}`;
    const client = siteOf(this.clientAddress(call.request));
    const intention = { network, actor, permission, key, fingerprint: fingerprintOf(tool, input), client };
    try {
      return await this.#once(intention, compose);
    } catch (error) {
      if (error instanceof TooManyRequestsError && error.own > 0)
        throw toolErrorBecause(error, 'TOO_MANY_REQUEST_IDS', error.own, error.waitSeconds);
      if (!(error instanceof RequestsUnavailableError)) throw error;
      throw toolErrorBecause(error, 'REQUEST_ID_UNAVAILABLE', error.message);
    }
  }

  async #once(intention: Intention, compose: () => Promise<ProposalAnswer>): Promise<ProposalAnswer> {
    const { key, client } = intention;
    const known = await this.#store.read(key, client);
    const before = known && (await this.#answerOf(intention, known));
    if (before !== undefined) return before;
    const composed = await compose();
    const held = await this.#store.claim(key, recordOf(intention, composed), known, client);
    if (held === undefined) return composed;
    // Another call was faster: its transaction is the one, and this one is dropped unseen.
    return (await this.#answerOf(intention, held)) ?? fail('REQUEST_ID_UNDECIDED');
  }

  /** Undefined when its transaction can never be executed. */
  async #answerOf(intention: Intention, record: RequestRecord): Promise<ProposalAnswer | undefined> {
    if (record.fingerprint !== intention.fingerprint) fail('REQUEST_ID_REUSED');
    const fate = await this.#fateOf(intention, record);
    if (fate.kind === 'dead') return undefined;
    const proposal = { ...intention, packedTrx: record.packedTrx };
    if (fate.kind === 'executed') return this.proposals.executed(proposal, fate.block);
    const { headBlockTimeMs } = await intention.network.chain.info();
    if (headBlockTimeMs >= record.expiresAtMs) fail('REQUEST_ID_UNDECIDED');
    return this.proposals.repeated(proposal);
  }

  async #fateOf({ network, key, client }: Intention, record: RequestRecord): Promise<TransactionFate> {
    if (record.block !== undefined) {
      const { num: blockNum, timeMs: blockTimeMs } = record.block;
      return { kind: 'executed', block: { blockNum, blockTimeMs, isIrreversible: true } };
    }
    const packed = hexToBytes(record.packedTrx);
    const transaction = { id: transactionId(packed), life: lifeOf(unpackTransaction(packed)) };
    const fate = await this.chains.fateOf(network.name, transaction);
    if (fate.kind === 'executed' && fate.block.isIrreversible) {
      // Nodes forget a transaction long before the id.
      const { blockNum: num, blockTimeMs: timeMs } = fate.block;
      await this.#keep(key, { ...record, block: { num, timeMs } }, record, client);
    }
    return fate;
  }

  /** The outcome is known without it: the nodes are asked again. */
  async #keep(...claim: Parameters<RequestStore['claim']>): Promise<void> {
    try {
      await this.#store.claim(...claim);
    } catch (error) {
      if (!(error instanceof RequestsUnavailableError)) throw error;
    }
  }
}

const recordOf = (
  { fingerprint }: Intention,
  { transaction, expires }: Pick<ProposalAnswer, 'transaction' | 'expires'>,
): RequestRecord => ({
  fingerprint,
  packedTrx: transaction.packed_trx,
  expiresAtMs: Date.parse(expires),
});
