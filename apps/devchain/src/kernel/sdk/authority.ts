import {
  type ActionAuthorization,
  nameToValue,
  publicKeyLegacyText,
  type PublicKeyValue,
} from '@app/antelope';

export interface KeyWeight {
  key: PublicKeyValue;
  weight: number;
}

export interface PermissionWeight {
  permission: ActionAuthorization;
  weight: number;
}

export interface WaitWeight {
  wait_sec: number;
  weight: number;
}

/** An authority: factors with weights, and the required weight. Member names are those of the protocol. */
export interface Authority {
  threshold: number;
  keys: readonly KeyWeight[];
  accounts: readonly PermissionWeight[];
  waits: readonly WaitWeight[];
}

/** The authority of one key or one account, which is how most accounts begin. */
export function singleAuthority(factor: Partial<Authority>): Authority {
  return { threshold: 1, keys: [], accounts: [], waits: [], ...factor };
}

const KEY_ORDER = ['K1', 'R1', 'WA'];

/** A text by which equal keys are equal and keys are in the protocol's order. Not for people. */
export function keyId({ type, bytes }: PublicKeyValue): string {
  return (
    String(KEY_ORDER.indexOf(type)) +
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')
  );
}

/** A text by which equal permissions are equal. */
export function levelId({ actor, permission }: ActionAuthorization): string {
  return `${actor}@${permission}`;
}

/** Ascending order of permissions: by actor, then by name. */
export function compareLevels(left: ActionAuthorization, right: ActionAuthorization): number {
  return compareNames(left.actor, right.actor) || compareNames(left.permission, right.permission);
}

/** Ascending order of names is that of their values, not of their letters. */
export function compareNames(left: string, right: string): number {
  if (left === right) return 0;
  return nameToValue(left) < nameToValue(right) ? -1 : 1;
}

/**
 * True when the threshold can be reached, and every list is in ascending order without repetition.
 * Source: eosio::chain::validate( authority ).
 */
export function isValidAuthority({ threshold, keys, accounts, waits }: Authority): boolean {
  const factors = [...keys, ...accounts, ...waits];
  if (threshold === 0 || factors.length > 0xffff) return false;
  if (factors.reduce((sum, { weight }) => sum + weight, 0) < threshold) return false;
  return (
    isAscending(keys, (left, right) => (keyId(left.key) < keyId(right.key) ? -1 : 1)) &&
    isAscending(accounts, (left, right) => compareLevels(left.permission, right.permission)) &&
    isAscending(waits, (left, right) => left.wait_sec - right.wait_sec) &&
    waits.every(({ wait_sec }) => wait_sec > 0)
  );
}

/** As nodes print it: keys in the legacy form. */
export function formatAuthority({ threshold, keys, accounts, waits }: Authority) {
  return {
    threshold,
    keys: keys.map(({ key, weight }) => ({ key: publicKeyLegacyText(key), weight })),
    accounts,
    waits,
  };
}

function isAscending<T>(items: readonly T[], compare: (left: T, right: T) => number): boolean {
  return items.every((item, at) => {
    const before = items[at - 1];
    return before === undefined || compare(before, item) < 0;
  });
}
