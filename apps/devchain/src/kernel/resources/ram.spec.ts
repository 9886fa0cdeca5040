import { derivePrivateKey, publicKeyOf } from '@app/antelope';
import { singleAuthority } from '../sdk/authority';
import { authorityRamBytes } from './ram';

describe('RAM of authorities', () => {
  it('authorityRamBytes adds 50 bytes per K1 key, 32 per account and 16 per wait', () => {
    const keys = ['one', 'two', 'three'].map((seed) => ({
      key: publicKeyOf(derivePrivateKey(seed)),
      weight: 1,
    }));
    const accounts = [{ permission: { actor: 'bob', permission: 'active' }, weight: 1 }];
    expect(authorityRamBytes(singleAuthority({ keys }))).toBe(3 * 50);
    expect(authorityRamBytes(singleAuthority({ accounts }))).toBe(32);
    expect(authorityRamBytes(singleAuthority({ waits: [{ wait_sec: 1, weight: 1 }] }))).toBe(16);
  });
});
