import type { PackedAction } from '@app/antelope';
import { setpriv } from '../contracts/system/limits';
import type { Contract } from '../kernel/sdk/contract';
import { SYSTEM_ACCOUNT } from '../kernel/sdk/native-actions';
import { actionOf } from '../client/action';
import { MULTISIG } from '../contracts/shared/account-names';

/** Lets the multisig contract act for those who approved; nothing on a chain without it. */
export function multisigLaunch(contracts: readonly Contract[]): PackedAction[][] {
  if (!contracts.some(({ account }) => account === MULTISIG)) return [];
  return [[actionOf(SYSTEM_ACCOUNT, setpriv, { account: MULTISIG, is_priv: 1 }, SYSTEM_ACCOUNT)]];
}
