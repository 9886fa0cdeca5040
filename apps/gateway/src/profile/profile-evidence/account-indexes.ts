import { setTimeout as pause } from 'node:timers/promises';
import { type ContractProfile, profileEntry, type TableKey } from '@app/networks';
import { NodeAnswerError } from '@app/upstream';
import { readAccountRows } from '../../table-rows/account-rows';
import type { EvidenceChain, Finding } from './finding';
import { rowText } from './row-text';

/** Longer than reads are shared: the second look is at other rows when the first met a row that was just removed. */
const SECOND_LOOK_MS = 300;

/** Indexes by account through which a row that is in its table is not found. */
export async function accountIndexFindings(
  chain: EvidenceChain,
  profile: ContractProfile,
): Promise<Finding[]> {
  const keys = profile.tableKeys().filter((key) => profile.accountIndex(key) !== undefined);
  const findings = await Promise.all(
    keys.map(async (key): Promise<Finding[]> => {
      const reason = await findingOf(chain, profile, key);
      return reason === undefined ? [] : [[profileEntry.table(key), reason]];
    }),
  );
  return findings.flat();
}

async function findingOf(
  chain: EvidenceChain,
  profile: ContractProfile,
  key: TableKey,
): Promise<string | undefined> {
  const scopes = new Map(profile.pairNames().map((pair) => [profile.table(key, { pair }).scope, { pair }]));
  for (const scope of scopes.values()) {
    if (await isConsistent(chain, profile, key, scope)) continue;
    await pause(SECOND_LOOK_MS);
    if (await isConsistent(chain, profile, key, scope)) continue;
    return `account_index ${profile.accountIndex(key)} does not find the rows of an account that has some`;
  }
  return undefined;
}

/** Whether the account of the table's first row is found by the index; true for an empty table. */
async function isConsistent(
  chain: EvidenceChain,
  profile: ContractProfile,
  table: TableKey,
  scope: { readonly pair: string },
): Promise<boolean> {
  const { rows } = await chain.tableRows({ ...profile.table(table, scope), limit: 1 });
  const account = rows.map((row) => rowText(row, 'account'))[0];
  if (account === undefined) return true;
  try {
    return (await readAccountRows(chain, profile, { table, scope, account, maxRows: 1 })).rows.length > 0;
  } catch (error) {
    // No index there, or one of another type of keys.
    if (error instanceof NodeAnswerError) return false;
    throw error;
  }
}
