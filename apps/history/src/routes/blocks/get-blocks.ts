import { equalBytes } from '@app/antelope';
import { BlockNumQuery, BlocksQuery } from '@app/node-api';
import { Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { totalOfOne } from '../../answers/envelope';
import { READER } from '../../decoding/tokens';
import { Envelopes } from '../../envelope/envelopes';
import { ByGet } from '../../http/node-route.decorator';
import { idOf } from '../../parameters/action-members';
import { boundsOf } from '../../parameters/bounds';
import { namesOf } from '../../parameters/filters';
import { notFound } from '../../parameters/history-error';
import { orderOf, pageOf } from '../../parameters/page';
import { intersection, rangeOfBounds } from '../../parameters/ranges';
import { bound32 } from '../../parameters/uint';
import type { HistoryReader } from '../../store/port';
import { numberFromId } from '../../store/positions';
import type { HistoryRange } from '../../store/queries';
import type { BlockSummary } from '../../store/sql/reading/stored-blocks';
import { blockSummaryDocument } from './block-summary-document';
import { type BlockConditions, BLOCKS } from './found-blocks';

const LIMITS = { unset: 10, max: 1000 };
const EVERY_BLOCK = { range: {}, order: 'desc', producers: [] } as const;

@ApiTags('history')
@Controller()
export class BlocksController {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly envelopes: Envelopes,
  ) {}

  @ByGet('/v2/history/get_block')
  getBlock(@Query() { block_num = 0 }: BlockNumQuery): Promise<object> {
    return this.envelopes.around(async () => {
      const found = await this.#one(EVERY_BLOCK, block_num, undefined);
      if (found === undefined) throw notFound(`Block ${block_num} not found`);
      return blockSummaryDocument(found);
    });
  }

  @ByGet('/v2/history/get_blocks')
  getBlocks(@Query() query: BlocksQuery): Promise<object> {
    const { block_num, block_id = '' } = query;
    const isSingle = block_num !== undefined || block_id !== '';
    const id = block_id === '' ? undefined : idOf('block_id', block_id);
    const conditions = conditionsOf(query);
    return this.envelopes.around(async () => {
      if (!isSingle) {
        const { items, total } = await this.reader.answer(BLOCKS, conditions);
        return { total, blocks: items.map(blockSummaryDocument) };
      }
      const found = await this.#one(conditions, block_num, id);
      if (found === undefined) throw notFound('Block not found');
      return { total: totalOfOne(true), blocks: [blockSummaryDocument(found)] };
    });
  }

  /** The block with this number and this id, where they are given, if it meets the conditions. */
  async #one(
    conditions: Omit<BlockConditions, 'skip' | 'limit'>,
    num: number | undefined,
    id: Uint8Array | undefined,
  ): Promise<BlockSummary | undefined> {
    const range = intersection([
      conditions.range,
      ...(num === undefined ? [] : [onlyBlock(bound32(num))]),
      ...(id === undefined ? [] : [onlyBlock(numberFromId(id))]),
    ]);
    const {
      items: [found],
    } = await this.reader.answer(BLOCKS, { ...conditions, range, skip: 0, limit: 1 });
    return found !== undefined && (id === undefined || equalBytes(found.id, id)) ? found : undefined;
  }
}

const onlyBlock = (num: number): HistoryRange => ({ fromBlock: num, toBlock: num });

/** @throws HistoryError */
function conditionsOf(query: BlocksQuery): BlockConditions {
  const { producer, sort, trx_count: exactly, min_trx_count, max_trx_count } = query;
  const least = highest([exactly, min_trx_count]);
  const most = lowest([exactly, max_trx_count]);
  return {
    ...pageOf(query, LIMITS),
    range: rangeOfBounds(boundsOf(query)),
    order: orderOf(sort),
    producers: namesOf('producer', producer),
    ...(least === undefined ? {} : { minTransactions: least }),
    ...(most === undefined ? {} : { maxTransactions: most }),
  };
}

const given = (values: readonly (number | undefined)[]): number[] =>
  values.filter((value) => value !== undefined);
const highest = (values: readonly (number | undefined)[]): number | undefined =>
  given(values).toSorted((one, other) => other - one)[0];
const lowest = (values: readonly (number | undefined)[]): number | undefined =>
  given(values).toSorted((one, other) => one - other)[0];
