import type { ActionAuthorization, PublicKeyValue } from '@app/antelope';

export interface KeyWeight {
  key: PublicKeyValue;
  weight: number;
}

export interface PermissionWeight {
  permission: ActionAuthorization;
  weight: number;
}

export interface WaitWeight {
  waitSec: number;
  weight: number;
}

/** Who may act: factors with weights, and the weight that suffices. */
export interface Authority {
  threshold: number;
  keys: readonly KeyWeight[];
  accounts: readonly PermissionWeight[];
  waits: readonly WaitWeight[];
}
