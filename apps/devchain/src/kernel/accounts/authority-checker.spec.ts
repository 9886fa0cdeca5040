import { type ActionAuthorization, derivePrivateKey, publicKeyOf } from '@app/antelope';
import fc from 'fast-check';
import { type Authority, keyId, levelId } from '../sdk/authority';
import { AuthorityChecker } from './authority-checker';

const POOL = ['k0', 'k1', 'k2', 'k3', 'k4'].map((seed) => publicKeyOf(derivePrivateKey(seed)));
const NAMES = ['alice', 'bob', 'carol', 'dave'];
const MAX_DEPTH = 6;

type World = ReadonlyMap<string, Authority>;

const active = (actor: string): ActionAuthorization => ({ actor, permission: 'active' });
const weight = fc.integer({ min: 1, max: 3 });

const factors = fc.record({
  threshold: fc.integer({ min: 1, max: 6 }),
  keys: fc.array(fc.record({ at: fc.nat(POOL.length - 1), weight }), { maxLength: 3 }),
  accounts: fc.array(fc.record({ actor: fc.nat(NAMES.length - 1), weight }), { maxLength: 3 }),
});
type Factors = typeof factors extends fc.Arbitrary<infer F> ? F : never;

function worldOf(authorities: readonly Factors[]): World {
  return new Map(
    authorities.map(({ threshold, keys, accounts }, at) => [
      levelId(active(NAMES[at]!)),
      {
        threshold,
        keys: keys.map((factor) => ({ key: POOL[factor.at]!, weight: factor.weight })),
        accounts: accounts.map((factor) => ({
          permission: active(NAMES[factor.actor]!),
          weight: factor.weight,
        })),
        waits: [],
      },
    ]),
  );
}

const everyone = { minLength: NAMES.length, maxLength: NAMES.length };
/** Accounts that rely on keys and on each other, in circles, too. */
const tangle = fc.array(factors, everyone).map(worldOf);
/** Accounts each of which at most one other relies on. */
const tree = fc
  .tuple(fc.array(factors, everyone), fc.array(fc.nat(), everyone))
  .map(([authorities, parents]) =>
    worldOf(
      authorities.map(({ threshold, keys }, at) => ({
        threshold,
        keys,
        accounts: NAMES.flatMap((_, child) =>
          child > at && parents[child]! % child === at ? [{ actor: child, weight: 1 }] : [],
        ),
      })),
    ),
  );
const offered = fc.subarray(POOL);

function checker(world: World, keys: typeof POOL, permissions: ActionAuthorization[] = []): AuthorityChecker {
  return new AuthorityChecker((level) => world.get(levelId(level)), MAX_DEPTH, { keys, permissions });
}

const one = (factors: Partial<Authority>): Authority => ({
  threshold: 1,
  keys: [],
  accounts: [],
  waits: [],
  ...factors,
});

describe('authorities', () => {
  it('the authority checker needs the weight of the threshold from keys when there are only keys', () => {
    fc.assert(
      fc.property(
        offered,
        fc.integer({ min: 1, max: 8 }),
        fc.array(weight, { minLength: 5, maxLength: 5 }),
        (keys, threshold, weights) => {
          const factors = POOL.map((key, at) => ({ key, weight: weights[at]! }));
          const has = factors
            .filter(({ key }) => keys.includes(key))
            .reduce((sum, factor) => sum + factor.weight, 0);
          const only = new Map([[levelId(active('alice')), one({ threshold, keys: factors })]]);
          expect(checker(only, keys).satisfied(active('alice'))).toBe(has >= threshold);
        },
      ),
    );
  });

  it('the authority checker is never less satisfied by more keys', () => {
    fc.assert(
      fc.property(tree, offered, offered, (accounts, keys, more) => {
        const both = POOL.filter((key) => keys.includes(key) || more.includes(key));
        for (const name of NAMES) {
          const few = checker(accounts, keys).satisfied(active(name));
          if (few) expect(checker(accounts, both).satisfied(active(name))).toBe(true);
        }
      }),
    );
  });

  it('the authority checker is satisfied by the keys it used alone', () => {
    fc.assert(
      fc.property(tree, offered, fc.constantFrom(...NAMES), (accounts, keys, name) => {
        const first = checker(accounts, keys);
        fc.pre(first.satisfied(active(name)));
        expect(checker(accounts, first.keys({ used: true })).satisfied(active(name))).toBe(true);
      }),
    );
  });

  it('the authority checker ends for accounts in a circle, and uses no key when it is not satisfied', () => {
    fc.assert(
      fc.property(tangle, offered, fc.constantFrom(...NAMES), (accounts, keys, name) => {
        const first = checker(accounts, keys);
        const isSatisfied = first.satisfied(active(name));
        const used = first.keys({ used: true });
        if (!isSatisfied) expect(used).toEqual([]);
        const ids = [...used, ...first.keys({ used: false })].map(keyId).sort();
        expect(ids).toEqual(keys.map(keyId).sort());
      }),
    );
  });

  it('a key of a permission that was not satisfied is not counted as used later, as on nodes', () => {
    const key = { key: POOL[0]!, weight: 1 };
    const through = (actor: string): Authority['accounts'][number] => ({
      permission: active(actor),
      weight: 1,
    });
    const accounts = new Map([
      [levelId(active('bob')), one({ keys: [key] })],
      [levelId(active('carol')), one({ threshold: 2, accounts: [through('bob')] })],
      [levelId(active('dave')), one({ accounts: [through('carol'), through('bob')] })],
    ]);
    const both = checker(accounts, [POOL[0]!]);
    expect(both.satisfied(active('dave'))).toBe(true);
    expect(both.keys({ used: true })).toEqual([]);
  });

  it('the authority checker takes a permission that is provided for granted', () => {
    const accounts = new Map([
      [
        levelId(active('alice')),
        one({ accounts: [{ permission: { actor: 'dex', permission: 'eosio.code' }, weight: 1 }] }),
      ],
    ]);
    expect(checker(accounts, []).satisfied(active('alice'))).toBe(false);
    expect(
      checker(accounts, [], [{ actor: 'dex', permission: 'eosio.code' }]).satisfied(active('alice')),
    ).toBe(true);
  });

  it('the authority checker counts a wait when execution is put off for that long, at any depth', () => {
    const later = one({
      threshold: 2,
      keys: [{ key: POOL[0]!, weight: 1 }],
      waits: [{ wait_sec: 60, weight: 1 }],
    });
    const accounts = new Map([
      [levelId(active('alice')), later],
      [levelId(active('bob')), one({ accounts: [{ permission: active('alice'), weight: 1 }] })],
    ]);
    const satisfied = (actor: string, keys: typeof POOL, delaySec?: number): boolean =>
      new AuthorityChecker((level) => accounts.get(levelId(level)), MAX_DEPTH, { keys, delaySec }).satisfied(
        active(actor),
      );
    for (const actor of ['alice', 'bob']) {
      expect(satisfied(actor, [POOL[0]!])).toBe(false);
      expect(satisfied(actor, [POOL[0]!], 59)).toBe(false);
      expect(satisfied(actor, [POOL[0]!], 60)).toBe(true);
      expect(satisfied(actor, [], 60)).toBe(false);
    }
  });

  it('the authority checker follows accounts six levels deep and no further', () => {
    const chainOf = (length: number): World => {
      const entries: [string, Authority][] = [];
      for (let at = 0; at < length; at++) {
        const next =
          at + 1 === length
            ? { keys: [{ key: POOL[0]!, weight: 1 }] }
            : { accounts: [{ permission: active(`a${'a'.repeat(at + 1)}`), weight: 1 }] };
        entries.push([levelId(active(`a${'a'.repeat(at)}`)), one(next)]);
      }
      return new Map(entries);
    };
    expect(checker(chainOf(6), [POOL[0]!]).satisfied(active('a'))).toBe(true);
    expect(checker(chainOf(7), [POOL[0]!]).satisfied(active('a'))).toBe(false);
  });

  it('the authority checker prefers the heaviest factors, so that light keys are left unused', () => {
    const heavy = { key: POOL[1]!, weight: 2 };
    const accounts = new Map([
      [levelId(active('alice')), one({ threshold: 2, keys: [{ key: POOL[0]!, weight: 1 }, heavy] })],
    ]);
    const both = checker(accounts, [POOL[0]!, POOL[1]!]);
    expect(both.satisfied(active('alice'))).toBe(true);
    expect(both.keys({ used: false })).toEqual([POOL[0]]);
  });
});
