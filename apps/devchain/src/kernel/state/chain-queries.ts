import { type ActionAuthorization, nameToValue } from '@app/antelope';
import { ANY_PERMISSION } from '../sdk/permissions';
import type { AccountState } from '../accounts/account-state';
import { compareLevels, compareNames, keyId } from '../sdk/authority';
import type { ChainState } from './chain-state';
import type { AccountRecord, AuthorizerRecord, ScopeRecord } from './records';
import type { Table } from '../store/table';

/** The record of an account at a slot. */
export function accountRecord(state: ChainState, account: AccountState, slot: number): AccountRecord {
  const { permissions, resources } = state;
  return {
    name: account.name,
    isPrivileged: account.isPrivileged,
    createdMs: account.createdMs,
    lastCodeUpdateMs: account.lastCodeUpdateMs,
    ramQuota: account.ramQuota,
    ramUsage: BigInt(account.ramUsage),
    netWeight: account.netWeight,
    cpuWeight: account.cpuWeight,
    net: resources.bandwidth(account, 'net', slot),
    cpu: resources.bandwidth(account, 'cpu', slot),
    permissions: [...account.permissions.values()]
      .sort((left, right) => compareNames(left.name, right.name))
      .map(({ name, parent, authority }) => ({
        name,
        parent,
        authority,
        linkedActions: permissions.linkedActions(account, name),
      })),
    anyLinkedActions: permissions.linkedActions(account, ANY_PERMISSION),
  };
}

/** The tables of a contract, those behind its secondary indexes included, by scope and table. */
export function scopeRecords(
  state: ChainState,
  { code, lower, upper, reverse = false }: ScopeQuery,
): ScopeRecord[] {
  const tables = [...state.tables.tables(code)].filter(
    ({ place: { scope } }) =>
      (lower === undefined || scope >= lower) && (upper === undefined || scope <= upper),
  );
  const records = tables.flatMap(tableRecords).sort((left, right) => {
    if (left.scope !== right.scope) return left.scope < right.scope ? -1 : 1;
    return left.table < right.table ? -1 : 1;
  });
  return reverse ? records.reverse() : records;
}

export interface ScopeQuery {
  code: string;
  /** Inclusive bounds on the scope. */
  lower?: bigint;
  upper?: bigint;
  reverse?: boolean;
}

/**
 * The first secondary index is kept in the table itself, whose count it doubles; each further one in a table of its
 * own, with its number in the lowest four bits of the name. Source: eosio::multi_index.
 */
function tableRecords({ place, payer, count }: Table): ScopeRecord[] {
  const { code, scope, table, kinds } = place;
  const value = nameToValue(table);
  const own = { code, scope, table: value, payer, count: kinds.length === 0 ? count : 2 * count };
  const additional = kinds.slice(1).map((_, at) => ({ ...own, table: value | BigInt(at + 1), count }));
  return [own, ...additional];
}

export interface AuthorizersQuery {
  /** An empty permission stands for all of the account. */
  accounts: readonly ActionAuthorization[];
  keys: readonly { type: 'K1' | 'R1' | 'WA'; bytes: Uint8Array }[];
}

/** Every permission that one of the keys or accounts is a factor of. Source of the order: nodeos' account_query_db. */
export function authorizerRecords(
  state: ChainState,
  { accounts, keys }: AuthorizersQuery,
): AuthorizerRecord[] {
  const wantedKeys = new Set(keys.map(keyId));
  const isWanted = ({ actor, permission }: ActionAuthorization): boolean =>
    accounts.some((wanted) => wanted.actor === actor && ['', permission].includes(wanted.permission));
  const found: Found[] = [];
  for (const { name: account, permissions } of state.accounts.all()) {
    for (const { name: permission, authority, lastUpdatedMs } of permissions.values()) {
      const common = { account, permission, threshold: authority.threshold };
      for (const { key, weight } of authority.keys) {
        if (!wantedKeys.has(keyId(key))) continue;
        found.push({ record: { ...common, authorizingKey: key, weight }, lastUpdatedMs });
      }
      for (const { permission: level, weight } of authority.accounts) {
        if (!isWanted(level)) continue;
        found.push({ record: { ...common, authorizingAccount: level, weight }, lastUpdatedMs });
      }
    }
  }
  return found.sort(compareFound).map(({ record }) => record);
}

interface Found {
  readonly record: AuthorizerRecord;
  readonly lastUpdatedMs: number;
}

/** Accounts before keys; the same one by weight, then by the last change and the name of the permission. */
function compareFound(left: Found, right: Found): number {
  return (
    compareAuthorizers(left.record, right.record) ||
    left.record.weight - right.record.weight ||
    left.lastUpdatedMs - right.lastUpdatedMs ||
    compareNames(left.record.account, right.record.account) ||
    compareNames(left.record.permission, right.record.permission)
  );
}

function compareAuthorizers(left: AuthorizerRecord, right: AuthorizerRecord): number {
  if (left.authorizingAccount !== undefined && right.authorizingAccount !== undefined)
    return compareLevels(left.authorizingAccount, right.authorizingAccount);
  if (left.authorizingKey === undefined) return -1;
  if (right.authorizingKey === undefined) return 1;
  const [leftId, rightId] = [keyId(left.authorizingKey), keyId(right.authorizingKey)];
  return leftId < rightId ? -1 : Number(leftId > rightId);
}
