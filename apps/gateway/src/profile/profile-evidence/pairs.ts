import { type ContractProfile, profileEntry } from '@app/networks';
import { pairFinding } from './pair-finding';
import type { EvidenceChain, Finding } from './finding';
import { rowText } from './row-text';

const SCOPES = 100;
const TRADES = 100;

/** Pairs that the exchange does not have. */
export async function pairFindings(chain: EvidenceChain, profile: ContractProfile): Promise<Finding[]> {
  const pairs = profile.pairs();
  const [first] = pairs;
  if (first === undefined || !profile.hasTable('orders') || !profile.hasTable('trades')) return [];
  const orders = profile.table('orders', { pair: first.chainName });
  // A book whose scope is not the pair's name says nothing about names.
  if (orders.scope !== first.chainName) return [];
  const trades = profile.table('trades', { pair: first.chainName });
  const { code, table } = orders;
  const named = pairs.map(({ chainName }) => chainName);
  // The book of a pair of the profile is looked up by its own scope: it may be behind the first ones.
  const [history, ...scopes] = await Promise.all([
    chain.tableRows({ ...trades, reverse: true, limit: TRADES }),
    chain.tableByScope({ code, table, limit: SCOPES }),
    ...named.map((name) =>
      chain.tableByScope({ code, table, lower_bound: name, upper_bound: name, limit: 1 }),
    ),
  ]);
  const onChain = {
    books: scopes.flatMap(({ rows }) => rows.map(({ scope }) => scope)),
    traded: history.rows.flatMap((row) => rowText(row, 'pair') ?? []),
  };
  return pairs.flatMap(({ apiName, chainName }): Finding[] => {
    const reason = pairFinding(chainName, named, onChain);
    return reason === undefined ? [] : [[profileEntry.pair(apiName), reason]];
  });
}
