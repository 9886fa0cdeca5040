import type { ActionAuthorization, PublicKeyValue } from '@app/antelope';
import { checkAuthorization } from '../accounts/authorization';
import { createAccount } from '../accounts/native-accounts';
import { authorityRamBytes, LINK_RAM_BYTES, PERMISSION_RAM_BYTES } from '../resources/ram';
import type { ActionData } from '../sdk/action-data';
import type { Authority } from '../sdk/authority';
import type { PermissionView, PrivilegedAccess, ResourceLimits } from '../sdk/privileged-access';
import type { ChainState } from '../state/chain-state';
import type { ExecutionRecord } from './execution-record';

/** Changes of accounts and permissions by the code of a privileged account, with their RAM. */
export class PrivilegedExecution implements PrivilegedAccess {
  constructor(
    private readonly state: ChainState,
    private readonly record: ExecutionRecord,
    private readonly nowMs: number,
  ) {}

  get maxDelaySec(): number {
    return this.state.config.max_transaction_delay;
  }

  isPrivileged(account: string): boolean {
    return this.state.accounts.get(account).isPrivileged;
  }

  setPrivileged(account: string, isPrivileged: boolean): void {
    const { accounts } = this.state;
    accounts.update(accounts.get(account), { isPrivileged });
  }

  setLimits(name: string, { ramBytes: ramQuota, netWeight, cpuWeight }: ResourceLimits): void {
    const { accounts, resources } = this.state;
    const account = accounts.get(name);
    accounts.update(account, { ramQuota });
    this.record.checkRam(name);
    resources.setWeights(account, netWeight, cpuWeight);
  }

  createAccount(name: string, authorities: { owner: Authority; active: Authority }): void {
    const ramBytes = createAccount(this.state, { ...authorities, name, createdMs: this.nowMs });
    this.record.addRam(name, ramBytes);
  }

  setAbi(name: string, abi: Uint8Array): void {
    const { accounts } = this.state;
    const account = accounts.get(name);
    const ramBytes = abi.length - account.abi.length;
    accounts.update(account, { abi, abiSequence: account.abiSequence + 1 });
    this.record.addRam(name, ramBytes);
  }

  findPermission(level: ActionAuthorization): PermissionView | undefined {
    return this.state.permissions.find(level);
  }

  getPermission(level: ActionAuthorization): PermissionView {
    return this.state.permissions.get(level);
  }

  hasChildren({ actor, permission }: ActionAuthorization): boolean {
    return this.state.permissions.hasChildren(this.state.accounts.get(actor), permission);
  }

  putPermission(name: string, { name: permission, parent, authority }: PermissionView): void {
    const { accounts, permissions } = this.state;
    const account = accounts.get(name);
    const before = account.permissions.get(permission);
    permissions.put(account, { name: permission, parent, authority, lastUpdatedMs: this.nowMs });
    this.record.addRam(name, permissionRamBytes(authority) - permissionRamBytes(before?.authority));
  }

  removePermission(level: ActionAuthorization): void {
    const { accounts, permissions } = this.state;
    const { authority } = permissions.get(level);
    permissions.remove(accounts.get(level.actor), level.permission);
    this.record.addRam(level.actor, -permissionRamBytes(authority));
  }

  link(account: string, code: string, action: string): string | undefined {
    return this.state.permissions.link(this.state.accounts.get(account), code, action);
  }

  putLink(name: string, code: string, action: string, permission: string): void {
    const { accounts, permissions } = this.state;
    const account = accounts.get(name);
    const isNew = permissions.link(account, code, action) === undefined;
    permissions.putLink(account, code, action, permission);
    if (isNew) this.record.addRam(name, LINK_RAM_BYTES);
  }

  removeLink(name: string, code: string, action: string): void {
    const { accounts, permissions } = this.state;
    const account = accounts.get(name);
    if (permissions.link(account, code, action) === undefined) return;
    permissions.removeLink(account, code, action);
    this.record.addRam(name, -LINK_RAM_BYTES);
  }

  linkedActions({ actor, permission }: ActionAuthorization): readonly { account: string; action?: string }[] {
    return this.state.permissions.linkedActions(this.state.accounts.get(actor), permission);
  }

  proposeProducers(elected: readonly { producer: string; key: PublicKeyValue }[]): void {
    const { undo, requests } = this.state;
    const producers = elected.map(({ producer, key }) => ({
      producer,
      threshold: 1,
      keys: [{ key, weight: 1 }],
    }));
    undo.assign(requests, { producers });
  }

  requireAuthorization(
    actions: readonly ActionData[],
    permissions: readonly ActionAuthorization[],
    delaySec: number,
  ): void {
    checkAuthorization(this.state, actions, { keys: [], permissions, delaySec });
  }
}

/** RAM of a permission; 0 without one. */
function permissionRamBytes(authority: Authority | undefined): number {
  return authority === undefined ? 0 : PERMISSION_RAM_BYTES + authorityRamBytes(authority);
}
