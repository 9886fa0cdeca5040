import type { Name } from '../../derive/name';
import { BroadQueryError } from '../../store/errors';
import type { HistoryRange, Order, PageQuery } from '../../store/queries';
import type { Question, QuestionTools } from '../../store/question';
import type { Page } from '../../store/records';
import {
  type BlockNumbers,
  type BlockSummary,
  storedNumbers,
  summariesOf,
} from '../../store/sql/reading/stored-blocks';

export interface BlockConditions extends PageQuery {
  readonly range: HistoryRange;
  /** By number. */
  readonly order: Order;
  /** Blocks of one of these. Empty: of any. */
  readonly producers: readonly Name[];
  readonly minTransactions?: number;
  readonly maxTransactions?: number;
}

/** Blocks that are looked at in one read. */
const WINDOW = 5_000;
const NARROW_BY = ['a smaller range of blocks or times (after, before)'];
const NONE: Page<BlockSummary> = { items: [], total: { value: 0, relation: 'eq' } };

/** Whether a block meets the conditions besides the range. */
export const isWantedBlock = (
  { producers, minTransactions = 0, maxTransactions = Infinity }: BlockConditions,
  { producer, transactionCount }: Pick<BlockSummary, 'producer' | 'transactionCount'>,
): boolean =>
  (producers.length === 0 || producers.includes(producer)) &&
  transactionCount >= minTransactions &&
  transactionCount <= maxTransactions;

const isByNumber = ({ producers, minTransactions, maxTransactions }: BlockConditions): boolean =>
  producers.length === 0 && minTransactions === undefined && maxTransactions === undefined;

/** Blocks by number. Without conditions a page is a range of numbers; with them, blocks are looked at in windows. */
export const BLOCKS: Question<BlockConditions, Page<BlockSummary>> = {
  name: 'blocks',
  isSearch: (query) => !isByNumber(query),
  read: async (tools, query) => {
    const numbers = await storedNumbers(tools, query.range);
    if (numbers === undefined) return NONE;
    return isByNumber(query) ? pageByNumber(tools, query, numbers) : searchedPage(tools, query, numbers);
  },
};

async function pageByNumber(
  tools: QuestionTools,
  { order, skip, limit }: BlockConditions,
  { from, to }: BlockNumbers,
): Promise<Page<BlockSummary>> {
  const page =
    order === 'asc'
      ? { from: from + skip, to: Math.min(to, from + skip + limit - 1) }
      : { from: Math.max(from, to - skip - limit + 1), to: to - skip };
  const found = page.from > page.to ? [] : await summariesOf(tools, page);
  return { items: inOrder(found, order), total: { value: to - from + 1, relation: 'eq' } };
}

async function searchedPage(
  tools: QuestionTools,
  query: BlockConditions,
  numbers: BlockNumbers,
): Promise<Page<BlockSummary>> {
  const { order, skip, limit } = query;
  const end = skip + limit;
  const found: BlockSummary[] = [];
  let left: BlockNumbers | undefined = numbers;
  while (left !== undefined && found.length < end) {
    const { window, rest } = nextWindow(left, order);
    const blocks = await summariesOf(tools, window);
    found.push(...inOrder(blocks, order).filter((block) => isWantedBlock(query, block)));
    left = rest;
    const isEnough = left === undefined || found.length >= end;
    if (!isEnough && !(await tools.work.mayContinue())) throw new BroadQueryError(NARROW_BY);
  }
  return {
    items: found.slice(skip, end),
    total: { value: found.length, relation: left === undefined ? 'eq' : 'gte' },
  };
}

function nextWindow(
  { from, to }: BlockNumbers,
  order: Order,
): { readonly window: BlockNumbers; readonly rest: BlockNumbers | undefined } {
  const edge = order === 'asc' ? Math.min(to, from + WINDOW - 1) : Math.max(from, to - WINDOW + 1);
  if (order === 'asc')
    return { window: { from, to: edge }, rest: edge === to ? undefined : { from: edge + 1, to } };
  return { window: { from: edge, to }, rest: edge === from ? undefined : { from, to: edge - 1 } };
}

const inOrder = (ascending: readonly BlockSummary[], order: Order): readonly BlockSummary[] =>
  order === 'asc' ? ascending : ascending.toReversed();
