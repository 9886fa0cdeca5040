import { actionType, fieldsOfType, type Abi, type Json } from '@app/antelope';
import type { ContractProfile } from './contract-profile';
import type { Pair } from './profile-parts';
import type { ActionKey, ApiSymbol, Role, TableKey } from './profile-terms';

/** Facts of a chain for the check. */
export interface ChainFacts {
  /** ABI of an account: null without a contract, undefined without an account. */
  readonly abis: ReadonlyMap<string, Abi | null | undefined>;
  /** `max_supply` of each token as its contract states it ("1.0000 ABC"); undefined when it has no such token. */
  readonly tokenStats: ReadonlyMap<ApiSymbol, string | undefined>;
  /** Entries that rows of the chain contradict, with the reason, by path; see `profileEntry`. */
  readonly findings: ReadonlyMap<string, string>;
}

/** Result of the check of one profile entry. */
export interface ProfileCheckRow {
  /** Path in the profile file, such as `tokens.BTC` or `actions.borrow`. */
  readonly entry: string;
  readonly ok: boolean;
  /** Why it does not match; empty when it does. */
  readonly reason: string;
}

/** Every account whose ABI `checkProfile` asks for. */
export function accountsToCheck(profile: Pick<ContractProfile, 'entries'>): string[] {
  const { accounts, tokens } = profile.entries();
  const named = [...Object.values(accounts), ...Object.values(tokens).map(({ contract }) => contract)];
  return [...new Set(named.filter((account) => account !== ''))];
}

/**
 * Checks every entry that a profile names against the facts of the chain. Pure: the caller reads the facts.
 * An entry that does not match makes the tools that need it refuse, and no others.
 */
export function checkProfile(profile: ContractProfile, facts: ChainFacts): ProfileCheckRow[] {
  const { accounts, tokens, tables, actions } = profile.entries();
  const abiOf = (account: string) => facts.abis.get(account);
  const row = (entry: string, abiReason?: string): ProfileCheckRow => {
    const reason = abiReason ?? facts.findings.get(entry);
    return { entry, ok: reason === undefined, reason: reason ?? '' };
  };
  const tokenReason = (symbol: ApiSymbol) => {
    const { contract } = tokens[symbol];
    return (
      missingContract(contract, abiOf(contract)) ??
      tokenContractReason(profile, contract, abiOf(contract)) ??
      statReason(tokens[symbol], facts.tokenStats.get(symbol))
    );
  };
  const pairReason = ({ base, quote }: Pair) =>
    [base, quote]
      .filter(({ apiSymbol }) => tokenReason(apiSymbol) !== undefined)
      .map(({ apiSymbol }) => `tokens.${apiSymbol} does not match`)[0];
  const rows = [
    ...entriesOf(accounts).map(([role, account]) =>
      row(`accounts.${role}`, missingContract(account, abiOf(account))),
    ),
    ...entriesOf(tokens).map(([symbol]) => row(`tokens.${symbol}`, tokenReason(symbol))),
    ...profile.pairs().map((pair) => row(profileEntry.pair(pair.apiName), pairReason(pair))),
    ...entriesOf(tables).map(([key, { code, table }]) =>
      row(`tables.${key}`, tableReason(accounts[code], table, abiOf(accounts[code]))),
    ),
    ...entriesOf(actions)
      .filter(([key]) => key !== 'transfer')
      .map(([key, { account, name, data }]) =>
        row(
          `actions.${key}`,
          actionReason(accounts[account as Role], name, data, abiOf(accounts[account as Role])),
        ),
      ),
    row(profileEntry.bitcoinNetwork),
  ];
  return rows.filter(({ entry }) => !profile.isLeftOut(entry));
}

/** Entries that an action, a token or a table stands on. */
export const profileEntry = {
  token: (symbol: ApiSymbol) => `tokens.${symbol}`,
  table: (key: TableKey) => `tables.${key}`,
  action: (key: Exclude<ActionKey, 'transfer'>) => `actions.${key}`,
  account: (role: Role) => `accounts.${role}`,
  pair: (name: string) => `pairs.${name}`,
  bitcoinNetwork: 'bitcoin_network',
};

function missingContract(account: string, abi: Abi | null | undefined): string | undefined {
  if (abi === undefined) return `account ${account} does not exist`;
  return abi === null ? `account ${account} has no contract` : undefined;
}

function tokenContractReason(
  profile: ContractProfile,
  contract: string,
  abi: Abi | null | undefined,
): string | undefined {
  const { name, data } = profile.entries().actions.transfer;
  return (
    actionReason(contract, name, data, abi) ??
    tableReason(contract, 'accounts', abi) ??
    tableReason(contract, 'stat', abi)
  );
}

function statReason(
  { contract, symbol, precision }: { contract: string; symbol: string; precision: number },
  maxSupply: string | undefined,
): string | undefined {
  if (maxSupply === undefined) return `${contract} has no token ${symbol}`;
  const [digits = '', code] = maxSupply.split(' ');
  const decimals = digits.includes('.') ? digits.length - digits.indexOf('.') - 1 : 0;
  if (code !== symbol) return `${contract} names it ${code ?? 'nothing'}`;
  return decimals === precision
    ? undefined
    : `${contract} keeps ${symbol} with ${decimals} decimals, not ${precision}`;
}

function tableReason(account: string, table: string, abi: Abi | null | undefined): string | undefined {
  const missing = missingContract(account, abi);
  if (missing !== undefined) return missing;
  return abi?.tables.some(({ name }) => String(name) === table)
    ? undefined
    : `table ${table} is not in the ABI of ${account}`;
}

function actionReason(
  account: string,
  action: string,
  data: Readonly<Record<string, Json>>,
  abi: Abi | null | undefined,
): string | undefined {
  const missing = missingContract(account, abi);
  if (missing !== undefined) return missing;
  const type = abi ? actionType(abi, action) : undefined;
  if (!abi || type === undefined) return `action ${action} is not in the ABI of ${account}`;
  const fields = fieldsOfType(abi, type);
  const names = fields.map(({ name }) => name);
  const unknown = Object.keys(data).filter((name) => !names.includes(name));
  const unfilled = fields.filter(({ name, type: of }) => !/[?$]$/.test(of) && !(name in data));
  const reasons = [
    ...unknown.map((name) => `has no field ${shortened(name)}`),
    ...unfilled.map(({ name }) => `has a field ${shortened(name)} that the template leaves out`),
  ];
  if (reasons.length === 0) return undefined;
  const listed = firstOf(names.map(shortened), ', ') || 'none';
  return `action ${action} of ${account} ${firstOf(reasons, ' and ')} (its fields: ${listed})`;
}

/** Fields of an action that a reason names: an ABI may have thousands, with names of any length. */
const MAX_NAMED = 10;
const MAX_NAME = 40;

const shortened = (name: string): string => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}...` : name);

function firstOf(parts: readonly string[], separator: string): string {
  const left = parts.length - MAX_NAMED;
  const more = left > 0 ? [`${String(left)} more`] : [];
  return [...parts.slice(0, MAX_NAMED), ...more].join(separator);
}

/** Of the members that are there: optional ones may be left out. */
function entriesOf<K extends string, V>(record: Readonly<Partial<Record<K, V>>>): [K, NonNullable<V>][] {
  return Object.entries(record).filter(([, value]) => value !== undefined) as [K, NonNullable<V>][];
}
