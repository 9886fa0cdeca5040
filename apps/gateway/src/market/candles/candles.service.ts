import { profileEntry } from '@app/networks';
import { Injectable } from '@nestjs/common';
import { answerTime } from '../../formatting/answer-values';
import { timeMsOf } from '../../formatting/time-field';
import { candleAnswer, INTERVALS_MS } from './candle-answers';
import type { GetCandlesAnswer, GetCandlesInput } from './get-candles.dto';
import type { Network } from '../../network/network';

/** Candles of the exchange, from a history node. */
@Injectable()
export class CandlesService {
  async candles(network: Network, input: GetCandlesInput): Promise<GetCandlesAnswer> {
    const { interval, limit } = input;
    const pair = network.pair(input.pair);
    network.assertEntries(profileEntry.pair(pair.apiName));
    const spanMs = INTERVALS_MS[interval];
    const from = input.from === undefined ? undefined : timeMsOf('from', input.from);
    const to = input.to === undefined ? undefined : timeMsOf('to', input.to);
    const read = await network.chain.history.candles({
      ...{ pair: pair.chainName, interval },
      // One more says whether there are later ones.
      ...(from === undefined
        ? { limit: String(limit), sort: 'desc' }
        : { limit: String(limit + 1), sort: 'asc', after: answerTime(from - (from % spanMs)) }),
      ...(to === undefined ? {} : { before: answerTime(to) }),
    });
    const found = from === undefined ? read.candles.toReversed() : read.candles;
    const next = found[limit];
    return {
      network: network.name,
      ...{ pair: pair.apiName, interval, last_indexed_block: read.lastIndexedBlock },
      known_from: read.knownFromMs === undefined ? null : answerTime(read.knownFromMs),
      candles: found
        .slice(0, limit)
        .map((candle) => candleAnswer(pair, candle, { spanMs, lastMs: read.lastIndexedMs })),
      next_from: next === undefined ? null : answerTime(next.startMs),
    };
  }
}
