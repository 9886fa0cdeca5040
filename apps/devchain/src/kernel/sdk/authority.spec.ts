import { derivePrivateKey, publicKeyOf } from '@app/antelope';
import { type Authority, compareNames, isValidAuthority, keyId } from './authority';

const keys = ['one', 'two', 'three']
  .map((seed) => ({ key: publicKeyOf(derivePrivateKey(seed)), weight: 1 }))
  .sort((left, right) => (keyId(left.key) < keyId(right.key) ? -1 : 1));
const level = (actor: string, permission = 'active'): Authority['accounts'][number] => ({
  permission: { actor, permission },
  weight: 1,
});
const authority = (factors: Partial<Authority>): Authority => ({
  threshold: 1,
  keys: [],
  accounts: [],
  waits: [],
  ...factors,
});

describe('an authority', () => {
  it.each<[string, boolean, Partial<Authority>]>([
    ['one key', true, { keys: keys.slice(0, 1) }],
    ['keys in order', true, { keys }],
    [
      'a threshold that all factors together reach',
      true,
      { threshold: 5, keys, accounts: [level('bob')], waits: [{ wait_sec: 1, weight: 1 }] },
    ],
    [
      'accounts in the order of their values',
      true,
      { accounts: [level('alice'), level('bob', 'active'), level('bob', 'owner')] },
    ],
    ['no factor', false, {}],
    ['a threshold out of reach', false, { threshold: 2, keys: keys.slice(0, 1) }],
    ['a threshold of nothing', false, { threshold: 0, keys }],
    ['keys out of order', false, { keys: [...keys].reverse() }],
    ['a key twice', false, { keys: [keys[0]!, keys[0]!] }],
    ['accounts out of order', false, { accounts: [level('bob'), level('alice')] }],
    ['an account twice', false, { accounts: [level('bob'), level('bob')] }],
    [
      'waits out of order',
      false,
      {
        keys,
        waits: [
          { wait_sec: 2, weight: 1 },
          { wait_sec: 1, weight: 1 },
        ],
      },
    ],
    ['a wait of nothing', false, { keys, waits: [{ wait_sec: 0, weight: 1 }] }],
  ])('an authority with %s is valid: %s', (_, valid, factors) => {
    expect(isValidAuthority(authority(factors))).toBe(valid);
  });
});

describe('names', () => {
  it('names are ordered by value: the dot first, then digits, then letters', () => {
    const names = ['b', 'a.b', 'a1', 'aa', 'a', '.a', 'zz', '1'];
    expect([...names].sort(compareNames)).toEqual(['.a', '1', 'a', 'a.b', 'a1', 'aa', 'b', 'zz']);
  });
});
