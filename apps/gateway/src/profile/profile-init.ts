import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fieldsOfType } from '@app/antelope';
import { ConfigurationError, Networks, nodeConfigs, readProfile, shippedFile } from '@app/networks';
import { systemClock } from '@app/operations';
import { type ChainClient, Chains, NodeAnswerError } from '@app/upstream';
import {
  type DraftFacts,
  draftNetworks,
  draftProfile,
  type FoundContract,
  type FoundToken,
} from './profile-draft';

const NETWORKS = 'networks.yaml';
const PROFILE = 'chain.yaml';
/** Most symbols of one token contract that a draft names. */
const SYMBOLS = 20;

/** Where a draft is made from, and where it is written. */
export interface InitOptions {
  readonly nodeUrl: string;
  /** Accounts with token contracts. */
  readonly tokens: readonly string[];
  /** Accounts whose tables and actions are listed. */
  readonly contracts: readonly string[];
  readonly folder: string;
}

/**
 * Writes networks.yaml and chain.yaml from a live chain.
 * @returns the files
 * @throws ConfigurationError when one of them exists; what reads of the chain throw
 */
export async function initProfile({ nodeUrl, tokens, contracts, folder }: InitOptions): Promise<string[]> {
  const files = [NETWORKS, PROFILE].map((name) => path.join(folder, name));
  const existing = files.filter((file) => existsSync(file));
  if (existing.length > 0)
    throw new ConfigurationError(
      folder,
      existing.map((file) => `${file}: exists already`),
    );
  const facts = await readFacts(nodeUrl, tokens, contracts);
  mkdirSync(folder, { recursive: true });
  const schema = path.relative(folder, shippedFile('profile.schema.json'));
  const texts = [draftNetworks(facts, nodeUrl, PROFILE), draftProfile(facts, schema)];
  files.forEach((file, index) => writeFileSync(file, texts[index] ?? ''));
  return files;
}

async function readFacts(
  nodeUrl: string,
  tokens: readonly string[],
  contracts: readonly string[],
): Promise<DraftFacts> {
  const network = {
    ...({ name: 'mainnet', chainId: undefined, realFunds: true, verify: 'off' } as const),
    nodes: nodeConfigs([{ url: nodeUrl }]),
    profile: readProfile(shippedFile('chain.example.yaml')),
  };
  const chains = new Chains(new Networks([network]), { clock: systemClock });
  try {
    const chain = chains.of(network.name);
    const { chainId } = await chain.info();
    const found = await Promise.all(tokens.map((contract) => tokensOf(chain, contract)));
    return {
      chainId,
      tokens: found.flat(),
      contracts: await Promise.all(contracts.map((account) => contractOf(chain, account))),
    };
  } finally {
    await chains.close();
  }
}

/** The tokens of a contract, from its `stat` table; none where it is no token contract. */
async function tokensOf(chain: ChainClient, contract: string): Promise<FoundToken[]> {
  try {
    const { rows: scopes } = await chain.tableByScope({ code: contract, table: 'stat', limit: SYMBOLS });
    const tokens = await Promise.all(
      scopes.map(async ({ scope }): Promise<FoundToken[]> => {
        const { rows } = await chain.tableRows({ code: contract, scope, table: 'stat', limit: 1 });
        return rows.flatMap((row) => tokenIn(contract, row));
      }),
    );
    return tokens.flat();
  } catch (error) {
    if (error instanceof NodeAnswerError) return [];
    throw error;
  }
}

/** "21.0000 ABC" has a precision of 4. */
function tokenIn(contract: string, row: unknown): FoundToken[] {
  const supply = (row as { max_supply?: unknown } | null)?.max_supply;
  const [, decimals = '', symbol] = /^\d+(?:\.(\d+))? ([A-Z]{1,7})$/.exec(String(supply)) ?? [];
  return symbol === undefined ? [] : [{ contract, symbol, precision: decimals.length }];
}

async function contractOf(chain: ChainClient, account: string): Promise<FoundContract> {
  const abi = (await chain.abi(account))?.abi;
  const fieldsOf = (type: string) =>
    abi == null ? [] : fieldsOfType(abi, type).map((field) => `${field.name} (${field.type})`);
  return {
    account,
    tables: abi?.tables.map(({ name }) => String(name)) ?? [],
    actions: abi?.actions.map(({ name, type }) => ({ name: String(name), fields: fieldsOf(type) })) ?? [],
  };
}
