import { Networks } from '@app/networks';
import { fail, type Network, toolErrorBecause } from '@app/tooling';
import { type ChainClient, Chains, NodeAnswerError, type PushOutcome } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import type { PushTransactionAnswer, PushTransactionInput } from './dto/push-transaction.dto';
import { judgeTransaction, type RelayVerdict } from './relay-policy';

@Injectable()
export class RelayService {
  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
  ) {}

  async push({ network, signed_tx }: PushTransactionInput): Promise<PushTransactionAnswer> {
    const { profile } = this.networks.of(network);
    const chain = this.chains.of(network);
    const { headBlockTimeMs } = await chain.info();
    const verdict = judgeTransaction(signed_tx, {
      nowMs: headBlockTimeMs,
      relayed: profile.relayedActions(),
    });
    if (!verdict.accepted) {
      const landed = await this.landedBefore(chain, verdict.expiredId);
      if (landed !== undefined) return answer(network, landed.id, landed);
      fail('RELAY_REFUSED', refusalText(verdict));
    }
    const { id, packedTrx, signatures } = verdict;
    try {
      return answer(network, id, await chain.sendTransaction({ id, packedTrx, signatures }));
    } catch (error) {
      // The chain's own words: an assertion reads as the contract wrote it.
      if (error instanceof NodeAnswerError) throw toolErrorBecause(error, 'CONTRACT_REFUSED', error.reason);
      throw error;
    }
  }

  /** An expired transaction cannot land any more, but whoever asks may not know that it has. */
  private async landedBefore(
    chain: ChainClient,
    id: string | undefined,
  ): Promise<(PushOutcome & { id: string }) | undefined> {
    const place = id === undefined ? undefined : await chain.transactionStatus(id);
    return id === undefined || place === undefined ? undefined : { id, status: 'already_executed', ...place };
  }
}

/** Most reasons that are told: a transaction may hold thousands of actions. */
const MAX_REASONS = 10;

/** Never says "compose it again" of a transaction that may have moved money. */
function refusalText({ reasons, expiredId }: Extract<RelayVerdict, { accepted: false }>): string {
  const more = reasons.length - MAX_REASONS;
  const text = [...reasons.slice(0, MAX_REASONS), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
  if (expiredId === undefined) return text;
  return `${text}; no node knows ${expiredId} as landed: if it was ever sent, look at the balances before composing it again`;
}

function answer(network: Network, id: string, outcome: PushOutcome): PushTransactionAnswer {
  return {
    network,
    transaction_id: id,
    status: outcome.status,
    block_num: outcome.blockNum,
    block_time: outcome.blockTimeMs === null ? null : new Date(outcome.blockTimeMs).toISOString(),
  };
}
