import { struct } from '../../kernel/sdk/abi/containers';
import { int64, uint8 } from '../../kernel/sdk/abi/integers';
import { name } from '../../kernel/sdk/abi/scalars';
import { actionSignature, type ArgsOf } from '../../kernel/sdk/action-signature';
import { check } from '../../kernel/sdk/check';
import type { ContractContext } from '../../kernel/sdk/contract-context';

export const setalimits = actionSignature(
  struct('setalimits', { account: name, ram_bytes: int64, net_weight: int64, cpu_weight: int64 }),
);
export const setpriv = actionSignature(struct('setpriv', { account: name, is_priv: uint8 }));

const UNLIMITED = -1n;

/** Sets what an account may use; -1 is "unlimited". There is no market for RAM here and no staking. */
export function setLimits(context: ContractContext, limits: ArgsOf<typeof setalimits>): void {
  context.requireAuth(context.receiver);
  const { ram_bytes: ramBytes, net_weight: netWeight, cpu_weight: cpuWeight } = limits;
  for (const limit of [ramBytes, netWeight, cpuWeight]) check(limit >= UNLIMITED, 'a limit is -1 or more');
  context.privileged().setLimits(limits.account, { ramBytes, netWeight, cpuWeight });
}

/** Makes an account privileged, or not any more. */
export function setPrivileged(
  context: ContractContext,
  { account, is_priv: isPrivileged }: ArgsOf<typeof setpriv>,
): void {
  context.requireAuth(context.receiver);
  context.privileged().setPrivileged(account, isPrivileged !== 0);
}
