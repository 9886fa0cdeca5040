import { derivePrivateKey, type PrivateKeyValue } from '@app/antelope';

/** A development key. Everyone who knows the seed has it. */
export function developmentKey(seed: string, name: string): PrivateKeyValue {
  return derivePrivateKey(`development chain ${seed}: ${name}`);
}

/** The name of a permission's development key: owner and active share the key of the account. */
export function keyNameOf(account: string, permission: string): string {
  return permission === 'owner' || permission === 'active' ? account : `${account}@${permission}`;
}
