import { ACCOUNT_RAM_BYTES, authorityRamBytes, PERMISSION_RAM_BYTES } from '../resources/ram';
import { singleAuthority } from '../sdk/authority';
import type { Authority } from '../sdk/authority';
import { SYSTEM_ACCOUNT } from '../sdk/native-actions';
import { ACTIVE, OWNER } from '../sdk/permissions';
import type { ChainState } from '../state/chain-state';
import type { GenesisState } from '../state/genesis-state';

const NOBODY: Authority = { threshold: 1, keys: [], accounts: [], waits: [] };

/** The accounts every chain begins with: the system's own, and two without an authority. */
export function createNativeAccounts(state: ChainState, { initialKey, initialTimeMs }: GenesisState): void {
  const system = singleAuthority({ keys: [{ key: initialKey, weight: 1 }] });
  for (const name of [SYSTEM_ACCOUNT, 'eosio.null', 'eosio.prods']) {
    const authority = name === SYSTEM_ACCOUNT ? system : NOBODY;
    const account = { name, owner: authority, active: authority, createdMs: initialTimeMs };
    const ramUsage = createAccount(state, account);
    state.accounts.update(state.accounts.get(name), { ramUsage, isPrivileged: name === SYSTEM_ACCOUNT });
  }
}

export interface NewAccount {
  readonly name: string;
  readonly owner: Authority;
  readonly active: Authority;
  readonly createdMs: number;
}

/** Creates an account with its two permissions; gives the RAM it is to be billed with. */
export function createAccount(
  state: Pick<ChainState, 'accounts' | 'permissions'>,
  account: NewAccount,
): number {
  const { name, owner, active, createdMs } = account;
  const created = state.accounts.create(name, createdMs);
  const permission = { lastUpdatedMs: createdMs };
  state.permissions.put(created, { ...permission, name: OWNER, parent: '', authority: owner });
  state.permissions.put(created, { ...permission, name: ACTIVE, parent: OWNER, authority: active });
  return ACCOUNT_RAM_BYTES + 2 * PERMISSION_RAM_BYTES + authorityRamBytes(owner) + authorityRamBytes(active);
}
