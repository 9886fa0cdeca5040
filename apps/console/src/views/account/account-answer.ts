import type { Permission } from './permissions';

/** An account as get_account answers it. Null: the chain does not say it. */
export interface Account {
  readonly created: string;
  readonly balances: Readonly<Record<string, string | null>>;
  readonly locked: Readonly<Record<string, string>> | null;
  readonly pool_shares: readonly PoolShare[] | null;
  readonly permissions: readonly Permission[];
  readonly resources: Resources;
  readonly affected_set: boolean;
  readonly affected_set_checked: boolean;
}

export interface PoolShare {
  readonly pool_id: number;
  readonly symbol: string | null;
  readonly amount: string | null;
  readonly value_usdt: string | null;
}

/** A resource of the chain. Null: there is no limit, and its use is not counted. */
export interface ResourceUse {
  readonly used: number | string | null;
  readonly max: number | string | null;
}

export interface Resources {
  readonly ram: { readonly used: number | string | null; readonly quota: number | string | null };
  readonly cpu: ResourceUse;
  readonly net: ResourceUse;
}
