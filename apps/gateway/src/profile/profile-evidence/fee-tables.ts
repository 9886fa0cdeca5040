import { type ContractProfile, profileEntry } from '@app/networks';
import { parseRows, UnreadableRowError } from '@app/upstream';
import { feeRow } from '../../table-rows/fee-row';
import type { EvidenceChain, Finding } from './finding';

/** Fee tables whose row in force is no fee row, or not of the token. */
export async function feeFindings(chain: EvidenceChain, profile: ContractProfile): Promise<Finding[]> {
  const tables = [
    ['peg_out_fees', profile.token('BTC')],
    ['collateral_fees', profile.token('CBTC')],
  ] as const;
  const findings = tables.map(async ([key, token]): Promise<Finding[]> => {
    if (!profile.hasTable(key)) return [];
    const table = profile.table(key);
    const { rows } = await chain.tableRows({ ...table, reverse: true, limit: 1 });
    try {
      parseRows(table, feeRow(token), rows);
      return [];
    } catch (error) {
      if (error instanceof UnreadableRowError) return [[profileEntry.table(key), error.message]];
      throw error;
    }
  });
  return (await Promise.all(findings)).flat();
}
