import type { PrivateKeyValue } from '@app/antelope';
import { setpriv } from '../contracts/system/limits';
import type { Contract } from '../kernel/sdk/contract';
import { SYSTEM_ACCOUNT } from '../kernel/sdk/native-actions';
import type { GenesisTransaction } from './setup';
import { packedAction } from '../client/signed-push';
import { MULTISIG } from '../contracts/shared/account-names';

/** Lets the multisig contract act for those who approved; nothing on a chain without it. */
export function multisigLaunch(
  system: PrivateKeyValue,
  contracts: readonly Contract[],
): GenesisTransaction[] {
  if (!contracts.some(({ account }) => account === MULTISIG)) return [];
  const actions = [packedAction(SYSTEM_ACCOUNT, setpriv, { account: MULTISIG, is_priv: 1 }, SYSTEM_ACCOUNT)];
  return [{ signer: system, actions }];
}
