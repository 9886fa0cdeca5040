import { formatAmount } from '@app/antelope';
import { type ApiSymbol, type ProfileWithoutTables, TOKEN_SYMBOLS } from '@app/networks';
import {
  type AccountPermission,
  type ChainAccount,
  memoizeByObject,
  type ResourceLimit,
} from '@app/upstream';
import { answerInteger } from '../formatting/answer-values';
import { ALWAYS_LOCKABLE } from '../formatting/deployment-terms';
import {
  type BalancesAnswer,
  type GetAccountAnswer,
  type LimitAnswer,
  type LockedAnswer,
  type PermissionAnswer,
} from './dto/get-account.dto';

type ChainSide = Omit<
  GetAccountAnswer,
  'network' | 'head_block_num' | 'affected_set' | 'affected_set_checked'
>;
type Funds = Pick<GetAccountAnswer, 'balances' | 'pool_shares' | 'locked'>;

/** The chain's own record of an account, as returned by get_account. */
export function accountAnswer(found: ChainAccount, { balances, pool_shares, locked }: Funds): ChainSide {
  const { created, permissions, resources } = recordAnswer(found);
  return { account: found.name, created, balances, pool_shares, locked, permissions, resources };
}

/** Balances of an account by symbol, as get_account answers them. */
export function balancesAnswer(
  profile: ProfileWithoutTables,
  units: Readonly<Record<ApiSymbol, bigint | null>>,
): BalancesAnswer {
  const text = (symbol: ApiSymbol) => {
    const held = units[symbol];
    return held === null ? null : formatAmount(held, profile.token(symbol).precision);
  };
  return Object.fromEntries(
    TOKEN_SYMBOLS.map((symbol) => [symbol, text(symbol)]),
  ) as unknown as BalancesAnswer;
}

/** Amounts that open orders lock, by symbol. */
export function lockedAnswer(
  profile: ProfileWithoutTables,
  units: ReadonlyMap<ApiSymbol, bigint>,
): LockedAnswer {
  const text = (symbol: ApiSymbol) => formatAmount(units.get(symbol) ?? 0n, profile.token(symbol).precision);
  const symbols = TOKEN_SYMBOLS.filter((symbol) => units.has(symbol) || ALWAYS_LOCKABLE.includes(symbol));
  return Object.fromEntries(symbols.map((symbol) => [symbol, text(symbol)])) as unknown as LockedAnswer;
}

/** Once per read of an account, which many requests share. */
const recordAnswer = memoizeByObject(({ createdMs, permissions, ram, cpu, net }: ChainAccount) => ({
  created: new Date(createdMs).toISOString(),
  permissions: permissions.map(permissionAnswer),
  resources: {
    ram: { used: answerInteger(ram.used), quota: limited(ram.quota, ram.quota) },
    cpu: limitAnswer(cpu),
    net: limitAnswer(net),
  },
}));

function permissionAnswer(permission: AccountPermission): PermissionAnswer {
  return {
    name: permission.name,
    parent: permission.parent,
    threshold: permission.threshold,
    keys: permission.keys.map(({ key, weight }) => ({ key, weight })),
    accounts: permission.accounts.map(({ actor, permission: name, weight }) => ({
      actor,
      permission: name,
      weight,
    })),
    waits: permission.waits.map(({ wait_sec, weight }) => ({ wait_sec, weight })),
    linked_actions: permission.linkedActions.map(({ contract, action }) => ({ contract, action })),
  };
}

function limitAnswer({ used, available, max }: ResourceLimit): LimitAnswer {
  return { used: limited(used, used), available: limited(available, max), max: limited(max, max) };
}

/** The chain says "no limit" as -1. */
function limited(value: bigint, limit: bigint): number | string | null {
  return limit < 0n ? null : answerInteger(value);
}
