import { derivePrivateKey, type PrivateKeyValue } from '@app/antelope';
import { LRUCache } from 'lru-cache';

/** Keys that are kept: those of a few chains. The public key of a key is computed once for each object. */
const MAX_KEYS = 1_000;
const keys = new LRUCache<string, PrivateKeyValue>({ max: MAX_KEYS });

/** A development key. Everyone who knows the seed has it. */
export function developmentKey(seed: string, name: string): PrivateKeyValue {
  const text = `development chain ${seed}: ${name}`;
  const key = keys.get(text) ?? derivePrivateKey(text);
  keys.set(text, key);
  return key;
}

/** The name of a permission's development key: owner and active share the key of the account. */
export function keyNameOf(account: string, permission: string): string {
  return permission === 'owner' || permission === 'active' ? account : `${account}@${permission}`;
}
