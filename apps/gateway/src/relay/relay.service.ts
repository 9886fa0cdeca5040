import { hexToBytes, type Transaction } from '@app/antelope';
import { type DeferredHit, RateLimitedError } from '@app/rate-limit';
import { fail, toolErrorBecause } from '@app/chain-tools';
import { type ToolError } from '@app/tooling';
import {
  type ChainClient,
  type ConfirmedOutcome,
  lifeOf,
  NodeAnswerError,
  refusalMeaning,
  UpstreamUnavailableError,
  type WaitFor,
} from '@app/upstream';
import { Inject, Injectable } from '@nestjs/common';
import type { PushTransactionAnswer, PushTransactionInput } from './dto/push-transaction.dto';
import {
  explainSignatures,
  fitsNoPermission,
  signedForNetwork,
  type SigningFacts,
} from './explain-signatures';
import { PushEffects } from './push-effects';
import { readAuthorities } from './read-authorities';
import { nextAfter } from './next-after';
import { evaluatePolicy } from './relay-policy';
import type { Network } from '../network/network';
import { NetworkRegistry } from '../network/network-registry';

/** unsatisfied_authorization and tx_irrelevant_sig: the signatures do not fit the declared permissions. */
const SIGNATURE_REFUSALS = new Set([3_090_003, 3_090_002]);

/** invalid_ref_block: the block a transaction refers to is not on this chain, or not on it yet. */
const INVALID_REF_BLOCK = 3_040_007;

/** Sent before, and not known to be executed. */
const UNKNOWN = { status: 'unknown', finality: 'speculative', blockNum: null, blockTimeMs: null } as const;

/** A push that the chain refused. */
interface RefusedPush {
  readonly network: Network;
  readonly chainId: string;
  readonly id: string;
  readonly packedTrx: string;
  readonly signatures: readonly string[];
  readonly transaction: Transaction;
}

@Injectable()
export class RelayService {
  constructor(
    private readonly networks: NetworkRegistry,
    @Inject(PushEffects) private readonly effects: Pick<PushEffects, 'of'>,
  ) {}

  /** @param hit taken right before the transaction is sent: what is refused before counts elsewhere */
  async push(
    network: Network,
    { signed_tx, wait_for }: PushTransactionInput,
    hit: Pick<DeferredHit, 'take'>,
  ): Promise<PushTransactionAnswer> {
    const { profile, chain } = network;
    const { headBlockTimeMs, chainId } = await unsent(network, chain.info());
    const decision = evaluatePolicy(signed_tx, {
      nowMs: headBlockTimeMs,
      relayed: profile.relayedActions(),
    });
    if (!decision.accepted) {
      const { id, isOnlyExpired } = decision;
      const text = reasonsText(decision.reasons);
      if (id === undefined) return fail('RELAY_REFUSED', text);
      // Nodes are asked about another transaction only where it was pushed here, by another profile of the network.
      if (isOnlyExpired !== true && !(await wasPushed(chain, id))) return fail('RELAY_REFUSED', text);
      return answer(network, id, await this.#outcomeOfRefused(chain, id, text), wait_for);
    }
    const { id, packedTrx, signatures, transaction } = decision;
    const life = lifeOf(transaction);
    const msToExpiry = life.expiresAtMs - headBlockTimeMs;
    try {
      await hit.take();
    } catch (error) {
      // A balancer may repeat a push whose replica was killed: "over the limit" would read as "not sent".
      if (error instanceof RateLimitedError && (await chain.pushes.mayHold(id)))
        return answer(network, id, UNKNOWN, wait_for);
      throw error;
    }
    try {
      const signed = { id, life, packedTrx, signatures, msToExpiry };
      const outcome = await unsent(network, chain.pushes.send(signed, wait_for));
      const { blockNum } = outcome;
      const effects =
        blockNum === null ? undefined : await this.effects.of(network, { id, blockNum, transaction });
      return { ...answer(network, id, outcome, wait_for), ...effects };
    } catch (error) {
      if (!(error instanceof NodeAnswerError)) throw error;
      throw await this.#explained(error, { network, chainId, id, packedTrx, signatures, transaction });
    }
  }

  /** The error for a refusal of the chain, with the cause where the signatures are one. */
  async #explained(
    error: NodeAnswerError,
    { network, chainId, id, packedTrx, signatures, transaction }: RefusedPush,
  ): Promise<ToolError> {
    const isOfOtherChain = error.code === INVALID_REF_BLOCK;
    if (!isOfOtherChain && !SIGNATURE_REFUSALS.has(error.code)) return refusedByNode(error, id);
    const packed = hexToBytes(packedTrx);
    const because = (why: string): ToolError =>
      toolErrorBecause(error, 'CONTRACT_REFUSED', `${why} (the chain: ${error.reason})`);
    const other = isOfOtherChain
      ? await this.#signedForOther(network, signatures, packed, transaction)
      : undefined;
    if (other !== undefined)
      return because(`the transaction was signed for ${other}: push it with "network":"${other}"`);
    const authorities = await readAuthorities(network.chain, transaction);
    // The advice to push again helps no signature that fits nothing.
    const isForeign = fitsNoPermission(signatures, packed, { name: network.name, chainId, authorities });
    if (isOfOtherChain && !isForeign) return refusedByNode(error, id);
    const otherNetworks = this.#otherNetworks(network);
    return because(explainSignatures(signatures, { packed, chainId, otherNetworks, authorities }));
  }

  /** Another network that the signatures were made for; its permissions are read, on this refusal only. */
  async #signedForOther(
    network: Network,
    signatures: readonly string[],
    packed: Uint8Array,
    transaction: Transaction,
  ): Promise<string | undefined> {
    const candidates = this.#otherNetworks(network).map(async (other) => ({
      ...other,
      authorities: await readAuthorities(this.networks.of(other.name).chain, transaction),
    }));
    return signedForNetwork(signatures, packed, await Promise.all(candidates));
  }

  /** The other networks whose chain id is known without asking a node. */
  #otherNetworks(network: Network): SigningFacts['otherNetworks'] {
    return this.networks.all().flatMap(({ name, chain }) => {
      const chainId = name === network.name ? undefined : chain.knownChainId;
      return chainId === undefined ? [] : [{ name, chainId }];
    });
  }

  /**
   * Outcome of a transaction that is not relayed any more and may have been executed before, which the caller may not
   * know. Never advises to compose again a transaction that may have moved money.
   */
  async #outcomeOfRefused(chain: ChainClient, id: string, text: string): Promise<ConfirmedOutcome> {
    // Nodes forget a transaction minutes after its block.
    const landed = await chain.pushes.landed(id);
    if (landed !== undefined) return landed;
    try {
      const location = await chain.transactionStatus(id);
      if (location !== undefined)
        return await chain.pushes.locate(id, { status: 'already_executed', ...location });
    } catch (error) {
      if (!(error instanceof UpstreamUnavailableError)) throw error;
      const unknown = `${text}; whether ${id} landed before is not known: push the same bytes again to find out, and look at the balances before composing it again`;
      throw toolErrorBecause(error, 'UPSTREAM_UNAVAILABLE', chain.network, unknown);
    }
    if (await chain.pushes.mayHold(id)) return UNKNOWN;
    return fail('RELAY_REFUSED', `${text}; ${notKnownAsLanded(id)}`);
  }
}

/** Whether this gateway sent the transaction before, as far as it remembers. */
const wasPushed = async (chain: ChainClient, id: string): Promise<boolean> =>
  (await chain.pushes.mayHold(id)) || (await chain.pushes.landed(id)) !== undefined;

/** Says that nothing was sent where no node could be reached. */
async function unsent<T>(network: Network, request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof UpstreamUnavailableError)) throw error;
    const why = `${error.why}; nothing was sent: push the same bytes again`;
    throw toolErrorBecause(error, 'UPSTREAM_UNAVAILABLE', network.name, why);
  }
}

/** The error for a node's refusal, after no node reported the transaction as executed. */
function refusedByNode(error: NodeAnswerError, id: string): ToolError {
  switch (refusalMeaning(error)) {
    case 'expired':
      return toolErrorBecause(error, 'RELAY_REFUSED', `${error.reason}; ${notKnownAsLanded(id)}`);
    case 'node-trouble':
      return toolErrorBecause(error, 'NOT_RUN_BY_NODE', error.reason);
    default:
      // The chain's own words: an assertion reads as the contract wrote it.
      return toolErrorBecause(error, 'CONTRACT_REFUSED', error.reason);
  }
}

const notKnownAsLanded = (id: string): string =>
  `no node knows ${id} as landed: if it was ever sent, look at the balances before composing it again`;

/** Most reasons that are reported: a transaction may hold thousands of actions. */
const MAX_REASONS = 10;

function reasonsText(reasons: readonly string[]): string {
  const more = reasons.length - MAX_REASONS;
  return [...reasons.slice(0, MAX_REASONS), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

function answer(
  network: Network,
  id: string,
  outcome: ConfirmedOutcome,
  waitFor: WaitFor,
): PushTransactionAnswer {
  return {
    network: network.name,
    transaction_id: id,
    status: outcome.status,
    finality: outcome.finality,
    block_num: outcome.blockNum,
    block_time: outcome.blockTimeMs === null ? null : new Date(outcome.blockTimeMs).toISOString(),
    next: nextAfter(outcome, waitFor),
  };
}
