import { accountsToCheck, type ChainFacts, type ContractProfile } from '@app/networks';
import { NodeAnswerError, type ChainClient } from '@app/upstream';
import { readFindings } from './profile-evidence/profile-evidence';

/** Reads the facts of the chain that a profile is checked against. */
export async function readChainFacts(chain: ChainClient, profile: ContractProfile): Promise<ChainFacts> {
  const abis = await Promise.all(
    accountsToCheck(profile).map(async (account) => {
      const contract = await chain.abi(account);
      return [account, contract ? contract.abi : contract] as const;
    }),
  );
  const tokenStats = await Promise.all(
    profile.tokens().map(async ({ apiSymbol, contract, symbol }) => {
      return [apiSymbol, await maxSupply(chain, contract, symbol)] as const;
    }),
  );
  const findings = await readFindings(chain, profile);
  return { abis: new Map(abis), tokenStats: new Map(tokenStats), findings };
}

/** Undefined where the contract, its table or the token is not there: the check says which. */
async function maxSupply(chain: ChainClient, contract: string, symbol: string): Promise<string | undefined> {
  try {
    return (await chain.currencyStats(contract, symbol))?.maxSupply;
  } catch (error) {
    if (error instanceof NodeAnswerError) return undefined;
    throw error;
  }
}
