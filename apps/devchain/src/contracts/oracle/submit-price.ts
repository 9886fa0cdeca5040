import { formatPrice, nameToValue, parsePrice, ValueError } from '@app/antelope';
import type { ArgsOf } from '../../kernel/sdk/action-signature';
import { fail } from '../../kernel/sdk/check';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { agreementOf } from './agreement';
import { FEEDS } from './feeds';
import { REFUSALS } from './refusals';
import type { submit } from './signatures';
import { pricesTable, feedersTable, submissionsTable } from './tables';

/** Length of a round. Prices are stale after five minutes, so that up to four rounds in a row may be skipped. */
const ROUND_SECONDS = 60;

/** Number of the round a time belongs to: rounds follow the clock of the chain, with or without submissions. */
function roundAt(timeMs: number): number {
  return Math.floor(timeMs / 1000 / ROUND_SECONDS);
}

/**
 * Takes the price of a feeder for the round under way, in place of what it said in it before, and counts the round
 * again. While the feeders do not agree, the price in force stands.
 */
export function submitPrice(context: ContractContext, { feeder, pair, price }: ArgsOf<typeof submit>): void {
  context.requireAuth(feeder);
  if (!context.table(feedersTable, context.receiver).has(nameToValue(feeder))) fail(REFUSALS.notFeeder);
  const { decimals } = FEEDS.get(pair) ?? fail(REFUSALS.noFeed);
  const units = readPrice(price, decimals);
  record(context, pair, { feeder, price: formatPrice(units, decimals) });
  countRound(context, pair, decimals);
}

function readPrice(text: string, decimals: number): bigint {
  try {
    return parsePrice(text, decimals);
  } catch (error) {
    if (error instanceof ValueError) fail(REFUSALS.price(decimals));
    throw error;
  }
}

function record(context: ContractContext, pair: string, said: { feeder: string; price: string }): void {
  const table = context.table(submissionsTable, pair);
  const row = { ...said, round: roundAt(context.nowMs), submitted_at: context.nowMs };
  const before = table.find(nameToValue(said.feeder));
  if (before === undefined) table.emplace(context.receiver, row);
  else table.modify(before, row);
}

function countRound(context: ContractContext, pair: string, decimals: number): void {
  const round = roundAt(context.nowMs);
  const ofRound = [...context.table(submissionsTable, pair).rows()].filter((row) => row.round === round);
  const agreement = agreementOf(
    ofRound.map(({ feeder, price }) => ({ feeder, price: parsePrice(price, decimals) })),
  );
  if (agreement === undefined) return;
  const table = context.table(pricesTable, context.receiver);
  const row = {
    pair,
    price: formatPrice(agreement.price, decimals),
    updated_at: context.nowMs,
    round,
    feeders: agreement.feeders,
  };
  const before = table.find(nameToValue(pair));
  if (before === undefined) table.emplace(context.receiver, row);
  else table.modify(before, row);
}
