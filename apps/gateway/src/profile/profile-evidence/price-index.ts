import { setTimeout as pause } from 'node:timers/promises';
import {
  type BookSideIndex,
  type ContractProfile,
  type Pair,
  type PriceIndex,
  profileEntry,
} from '@app/networks';
import { NodeAnswerError, parseRows, ROW_PAGE } from '@app/upstream';
import { bookSideQuery } from '../../table-rows/book-side-query';
import { openOrderRow } from '../../table-rows/open-order';
import { priceIndexFinding } from './price-index-finding';
import type { EvidenceChain, Finding } from './finding';

/** Orders of each side that are looked at: two tell the direction. */
const FIRST_ORDERS = 2;
/** Longer than reads are shared: the next read is of a later book. */
const SECOND_LOOK_MS = 300;

/** An index by price that does not hold each side, best price first. */
export async function priceIndexFindings(chain: EvidenceChain, profile: ContractProfile): Promise<Finding[]> {
  const index = profile.priceIndex();
  if (index === undefined) return [];
  for (const pair of profile.pairs()) {
    if ((await findingOf(chain, profile, pair, index)) === undefined) continue;
    await pause(SECOND_LOOK_MS);
    const reason = await findingOf(chain, profile, pair, index);
    if (reason !== undefined) return [[profileEntry.table('orders'), reason]];
  }
  return [];
}

async function findingOf(
  chain: EvidenceChain,
  profile: ContractProfile,
  pair: Pair,
  index: PriceIndex,
): Promise<string | undefined> {
  const table = profile.table('orders', { pair: pair.chainName });
  const side = async (sideIndex: BookSideIndex) => {
    const { rows } = await chain.tableRows({ ...bookSideQuery(table, sideIndex), limit: FIRST_ORDERS });
    return parseRows(table, openOrderRow(pair), rows);
  };
  const book = async () => {
    const { rows } = await chain.tableRows({ ...table, limit: ROW_PAGE });
    return parseRows(table, openOrderRow(pair), rows);
  };
  try {
    const known = await book();
    const [buy, sell] = await Promise.all([side(index.buy), side(index.sell)]);
    const first = { buy, sell };
    if (priceIndexFinding({ first, known }) === undefined) return undefined;
    await pause(SECOND_LOOK_MS);
    // Orders come and go between reads: one that was there before and after was there meanwhile.
    const later = new Set((await book()).map(({ id }) => id));
    return priceIndexFinding({ first, known: known.filter(({ id }) => later.has(id)) });
  } catch (error) {
    if (error instanceof NodeAnswerError) return `price_index ${index.buy.position}: ${error.reason}`;
    throw error;
  }
}
