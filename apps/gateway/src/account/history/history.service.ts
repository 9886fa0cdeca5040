import { Metrics } from '@app/operations';
import { Injectable } from '@nestjs/common';
import { requireAccount } from '../../lookups/known-account';
import type { GetHistoryAnswer, GetHistoryInput } from './get-history.dto';
import { historyAction } from './history-answer';
import { historyQuery } from './history-query';
import type { Network } from '../../network/network';

const SOURCE = 'history';

/** Past actions of accounts, from an index. */
@Injectable()
export class HistoryService {
  constructor(private readonly metrics: Metrics) {}

  async history(network: Network, input: GetHistoryInput): Promise<GetHistoryAnswer> {
    const { chain, profile, name } = network;
    const { account, limit } = input;
    const { lastIndexedBlock, actions, isCut } = await chain.history.actions(historyQuery(profile, input));
    if (actions.length === 0) await requireAccount(chain, account);
    const page = actions.slice(0, limit);
    const undecoded = page.filter(({ isDecoded }) => !isDecoded).length;
    this.metrics.undecodedData.inc({ network: name, source: SOURCE }, undecoded);
    const last = page.at(-1);
    return {
      network: name,
      account,
      last_indexed_block: lastIndexedBlock ?? null,
      actions: page.map((action) => historyAction(profile, action)),
      next_cursor: (actions.length > limit || isCut) && last !== undefined ? String(last.sequence) : null,
    };
  }
}
