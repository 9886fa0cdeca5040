import { setTimeout as pause } from 'node:timers/promises';
import { type ContractProfile, profileEntry, type TableKey } from '@app/networks';
import { NodeAnswerError } from '@app/upstream';
import { readAccountRows } from '../../table-rows/account-rows';
import type { EvidenceChain, Finding } from './finding';
import { rowText } from './row-text';

/** Longer than reads are shared. */
const BETWEEN_LOOKS_MS = 300;
/**
 * A look may meet a row that was just removed, or is not yet known to the node that answers by the index: the same row has
 * to be missed so often in turn.
 */
const LOOKS = 3;
const MOST_LOOKS = 6;

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
    if (!(await isMissedAgain(() => missedRow(chain, profile, key, scope)))) continue;
    return `account_index ${profile.accountIndex(key)} does not find the rows of an account that has some`;
  }
  return undefined;
}

/** Whether looks miss the same row. */
async function isMissedAgain(look: () => Promise<string | undefined>): Promise<boolean> {
  let missed = await look();
  let inTurn = 1;
  for (let looks = 1; missed !== undefined && inTurn < LOOKS && looks < MOST_LOOKS; looks += 1) {
    await pause(BETWEEN_LOOKS_MS);
    const again = await look();
    inTurn = again === missed ? inTurn + 1 : 1;
    missed = again;
  }
  return missed !== undefined && inTurn === LOOKS;
}

/** The table's first row as a text where the index does not find its account; undefined where it does, and for an empty table. */
async function missedRow(
  chain: EvidenceChain,
  profile: ContractProfile,
  table: TableKey,
  scope: { readonly pair: string },
): Promise<string | undefined> {
  const [row = null] = (await chain.tableRows({ ...profile.table(table, scope), limit: 1 })).rows;
  const account = rowText(row, 'account');
  if (account === undefined) return undefined;
  const text = JSON.stringify(row);
  try {
    const { rows } = await readAccountRows(chain, profile, { table, scope, account, maxRows: 1 });
    return rows.length > 0 ? undefined : text;
  } catch (error) {
    // No index there, or one of another type of keys.
    if (error instanceof NodeAnswerError) return text;
    throw error;
  }
}
