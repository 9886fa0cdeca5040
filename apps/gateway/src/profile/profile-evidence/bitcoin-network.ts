import { BitcoinAddressError, type BitcoinNetwork, readBitcoinAddress } from '@app/bitcoin';
import { type ContractProfile, profileEntry } from '@app/networks';
import type { EvidenceChain, Finding } from './finding';
import { rowText } from './row-text';

const ROWS = 10;

/** A Bitcoin network that the bridges' addresses contradict. */
export async function bitcoinFindings(chain: EvidenceChain, profile: ContractProfile): Promise<Finding[]> {
  for (const key of ['deposit_addresses', 'vault_addresses'] as const) {
    if (!profile.hasTable(key)) continue;
    const { rows } = await chain.tableRows({ ...profile.table(key), limit: ROWS });
    for (const address of rows.flatMap((row) => rowText(row, 'btc_address') ?? [])) {
      const problem = problemOf(address, profile.bitcoinNetwork);
      if (problem === undefined) continue;
      return [[profileEntry.bitcoinNetwork, `tables.${key} has the address ${address}: ${problem}`]];
    }
  }
  return [];
}

function problemOf(address: string, network: BitcoinNetwork): string | undefined {
  try {
    readBitcoinAddress(address, network);
    return undefined;
  } catch (error) {
    if (error instanceof BitcoinAddressError) return error.message;
    throw error;
  }
}
