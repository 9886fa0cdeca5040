import type { PrivateKeyValue } from '@app/antelope';
import { publicKeyOf } from '../kernel/keys/keys';
import { type Authority, singleAuthority } from '../kernel/sdk/authority';

/** The authority of one key alone. */
export function keyAuthority(key: PrivateKeyValue): Authority {
  return singleAuthority({ keys: [{ key: publicKeyOf(key), weight: 1 }] });
}
