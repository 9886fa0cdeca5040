import type { ActionAuthorization, PublicKeyValue } from '@app/antelope';
import { compareLevels, compareNames, keyId } from '../sdk/authority';
import type { Accounts } from './accounts';

export interface AuthorizerRecord {
  account: string;
  permission: string;
  authorizingKey?: PublicKeyValue;
  authorizingAccount?: { actor: string; permission: string };
  weight: number;
  threshold: number;
}

export interface AuthorizersQuery {
  /** An empty permission stands for all of the account. */
  accounts: readonly ActionAuthorization[];
  keys: readonly { type: 'K1' | 'R1' | 'WA'; bytes: Uint8Array }[];
}

/** Every permission that one of the keys or accounts is a factor of. Source of the order: nodeos' account_query_db. */
export function authorizerRecords(
  accounts: Accounts,
  { accounts: levels, keys }: AuthorizersQuery,
): AuthorizerRecord[] {
  const wantedKeys = new Set(keys.map(keyId));
  const isWanted = ({ actor, permission }: ActionAuthorization): boolean =>
    levels.some((wanted) => wanted.actor === actor && ['', permission].includes(wanted.permission));
  const found: Found[] = [];
  for (const { name: account, permissions } of accounts.all()) {
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
