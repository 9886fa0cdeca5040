import { nameToValue } from '@app/antelope';
import { check } from '../../kernel/sdk/check';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { FEEDS } from './feeds';
import { REFUSALS } from './refusals';
import { feedersTable, submissionsTable } from './tables';

/** Every submission looks at all submissions of its round, so their number is bounded. */
export const MAXIMUM_FEEDERS = 32;

/** Lets an account submit prices. Only the oracle itself decides who may. */
export function addFeeder(context: ContractContext, { feeder }: { feeder: string }): void {
  context.requireAuth(context.receiver);
  const table = context.table(feedersTable, context.receiver);
  check(context.isAccount(feeder), REFUSALS.noAccount);
  check(!table.has(nameToValue(feeder)), REFUSALS.alreadyFeeder);
  check([...table.rows()].length < MAXIMUM_FEEDERS, REFUSALS.tooManyFeeders);
  table.emplace(context.receiver, { feeder, registered_at: context.nowMs });
}

/** Takes the right away, and what the feeder said in the round under way with it. A price in force stands. */
export function removeFeeder(context: ContractContext, { feeder }: { feeder: string }): void {
  context.requireAuth(context.receiver);
  const table = context.table(feedersTable, context.receiver);
  table.erase(table.get(nameToValue(feeder), REFUSALS.notFeeder));
  for (const pair of FEEDS.keys()) {
    const said = context.table(submissionsTable, pair);
    const row = said.find(nameToValue(feeder));
    if (row !== undefined) said.erase(row);
  }
}
