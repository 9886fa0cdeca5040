import { nameFromValue } from '@app/antelope';
import { TrxCountQuery } from '@app/node-api';
import { Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { READER } from '../../decoding/tokens';
import { Envelopes } from '../../envelope/envelopes';
import { ByGet } from '../../http/node-route.decorator';
import { boundsOf } from '../../parameters/bounds';
import { namesOf } from '../../parameters/filters';
import { intersection, rangeOfBounds } from '../../parameters/ranges';
import { bound32 } from '../../parameters/uint';
import type { HistoryReader } from '../../store/port';
import { type Counts, type Grouping, TRANSACTION_COUNTS } from './transaction-counts';

/** Two decimals. */
const averageOf = ({ blocks, transactions }: Counts): number =>
  blocks === 0 ? 0 : Math.round((transactions / blocks) * 100) / 100;

const groupDocument = (counts: Counts): object => ({
  trx_count: counts.transactions,
  block_count: counts.blocks,
  avg_trx_per_block: averageOf(counts),
});

const groupName = (groupBy: Grouping, key: bigint): string =>
  groupBy === 'producer' ? nameFromValue(key) : new Date(Number(key)).toISOString();

@ApiTags('stats')
@Controller()
export class TrxCountController {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly envelopes: Envelopes,
  ) {}

  @ByGet('/v2/stats/get_trx_count')
  getTrxCount(@Query() query: TrxCountQuery): Promise<object> {
    const { start_block, end_block, producer } = query;
    const groupBy = query.group_by as Grouping | undefined;
    const wanted = {
      producers: namesOf('producer', producer),
      range: intersection([
        rangeOfBounds(boundsOf(query)),
        ...(start_block === undefined ? [] : [{ fromBlock: bound32(start_block) }]),
        ...(end_block === undefined ? [] : [{ toBlock: bound32(end_block) }]),
      ]),
      ...(groupBy === undefined ? {} : { groupBy }),
    };
    return this.envelopes.around(async () => {
      const counts = await this.reader.answer(TRANSACTION_COUNTS, wanted);
      const groups = [...counts.groups].map(([key, group]) => [key, groupDocument(group)] as const);
      return {
        total_trx_count: counts.transactions,
        block_count: counts.blocks,
        avg_trx_per_block: averageOf(counts),
        start_block: counts.numbers?.from ?? null,
        end_block: counts.numbers?.to ?? null,
        ...(groupBy === undefined
          ? {}
          : {
              grouped_stats: Object.fromEntries(
                groups.map(([key, group]) => [groupName(groupBy, key), group] as const),
              ),
            }),
      };
    });
  }
}
