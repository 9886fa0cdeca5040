import { derivePrivateKey, type PrivateKeyValue, publicKeyOf } from '@app/antelope';
import { type Authority, singleAuthority } from '../kernel/sdk/authority';

/** A development key. Everyone who knows the seed has it. */
export function developmentKey(seed: string, name: string): PrivateKeyValue {
  return derivePrivateKey(`development chain ${seed}: ${name}`);
}

/** The authority of one key alone. */
export function keyAuthority(key: PrivateKeyValue): Authority {
  return singleAuthority({ keys: [{ key: publicKeyOf(key), weight: 1 }] });
}
