import { Networks } from '@app/networks';
import { fail, toolErrorBecause } from '@app/tooling';
import { Chains, NodeAnswerError } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import type { PushTransactionAnswer, PushTransactionInput } from './dto/push-transaction.dto';
import { judgeTransaction } from './relay-policy';

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
    if (!verdict.accepted) fail('RELAY_REFUSED', verdict.reasons.join('; '));
    const { id, packedTrx, signatures } = verdict;
    try {
      const outcome = await chain.sendTransaction({ id, packedTrx, signatures });
      return {
        network,
        transaction_id: id,
        status: outcome.status,
        block_num: outcome.blockNum,
        block_time: outcome.blockTimeMs === null ? null : new Date(outcome.blockTimeMs).toISOString(),
      };
    } catch (error) {
      // The chain's own words: an assertion reads as the contract wrote it.
      if (error instanceof NodeAnswerError) throw toolErrorBecause(error, 'CONTRACT_REFUSED', error.reason);
      throw error;
    }
  }
}
