import { assetUnits, type NodeTables } from '../chain/node-tables';
import type { Policy } from '../policy/policy';

/** Open orders of the account on a pair, with their value in units of the quote token. */
export interface OpenOrders {
  readonly count: bigint;
  readonly value: bigint;
}

/** The open orders as one node states them. @throws Error */
export async function openOrders(
  tables: NodeTables,
  pair: string,
  { profile, file }: Policy,
): Promise<OpenOrders> {
  const entry = profile.pairs[pair];
  const quote = profile.tokens[entry?.quote ?? ''];
  if (entry === undefined || quote === undefined) throw new RangeError(`the profile has no pair ${pair}`);
  const rows = await tables.rows('orders', { pair: entry.name });
  const own = rows.filter(({ account }) => account === file.account);
  const values = own.map(({ quoteAsset }) => assetUnits(quoteAsset, quote));
  return { count: BigInt(own.length), value: values.reduce((sum, each) => sum + each, 0n) };
}
