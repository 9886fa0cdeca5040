import type { ContractProfile } from '@app/networks';
import { NodeAnswerError, UnreadableRowError } from '@app/upstream';
import { accountIndexFindings } from './account-indexes';
import { bitcoinFindings } from './bitcoin-network';
import { feeFindings } from './fee-tables';
import type { EvidenceChain, Finding } from './finding';
import { pairFindings } from './pairs';
import { priceIndexFindings } from './price-index';

/**
 * Checks the entries of a profile that no ABI describes against rows of the chain: names of pairs, indexes, the Bitcoin
 * network, fees. An entry that no row contradicts is not named: an empty table proves nothing.
 */
export async function readFindings(
  chain: EvidenceChain,
  profile: ContractProfile,
): Promise<ReadonlyMap<string, string>> {
  const checks = [pairFindings, accountIndexFindings, priceIndexFindings, bitcoinFindings, feeFindings];
  const findings = await Promise.all(checks.map((check) => withoutRefusals(check(chain, profile))));
  return new Map(findings.flat());
}

/** A table that the node cannot read is for the check of ABIs to name. */
async function withoutRefusals(check: Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check;
  } catch (error) {
    if (error instanceof NodeAnswerError || error instanceof UnreadableRowError) return [];
    throw error;
  }
}
