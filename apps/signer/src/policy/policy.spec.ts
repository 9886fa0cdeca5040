import { parse } from 'yaml';
import { judge } from '../rules/judge';
import { EXAMPLE_POLICY, policyText, PROFILE_TEXT } from '../testing/example-policy';
import { pathsOf } from '../testing/paths';
import { type Policy, PolicyError, policyHash, readPolicy } from './policy';

const read = (policy: unknown): Policy => readPolicy(policyText(policy), PROFILE_TEXT);

/** A copy whose member at the path is replaced by what `change` makes of its holder. */
function changed(
  path: readonly string[],
  change: (holder: Record<string, unknown>, name: string) => void,
): unknown {
  const copy = structuredClone(EXAMPLE_POLICY) as unknown as Record<string, unknown>;
  const holder = path.slice(0, -1).reduce((at, name) => at[name] as Record<string, unknown>, copy);
  change(holder, path.at(-1)!);
  return copy;
}

const PATHS = pathsOf(EXAMPLE_POLICY);
const isInList = (path: readonly string[]): boolean => /^\d+$/.test(path.at(-1)!);

/** Calls that the example refuses: the first by a receiver, the others by caps, limits and tools. */
const REFUSED: readonly [string, object][] = [
  ['transfer', { to: 'carol', symbol: 'USDT', amount: '1' }],
  ['transfer', { to: 'bob', symbol: 'USDT', amount: '26' }],
  ['transfer', { to: 'bob', symbol: 'USDT', amount: '1', memo: 'x' }],
  ['transfer', { to: 'bob', symbol: 'NATIVE', amount: '1' }],
  ['place_order', { pair: 'btcusdt', side: 'sell', price: '1', amount: '0.0001' }],
  ['place_order', { pair: 'nativebtc', side: 'sell', price: '1', amount: '1' }],
  ['borrow', { amount_usdt: '1', max_apr_bps: 2000 }],
  ['lend', { amount_usdt: '1', pool_id: 5 }],
  ['setup_vault', {}],
];

function isLarger(policy: Policy): boolean {
  return REFUSED.some(([tool, input]) => {
    try {
      judge(tool, { ...input }, policy);
      return true;
    } catch {
      return false;
    }
  });
}

describe('a policy', () => {
  it.each([
    ['borrow alone', 4000, undefined],
    ['withdraw_collateral alone', undefined, 4000],
    ['one with another bound', 4000, 5000],
  ])(
    'a policy with a loan-to-value bound of %s is refused: the other tool would lift it',
    (_, borrow, withdraw) => {
      const bound = (max_ltv_bps: number | undefined) => (max_ltv_bps === undefined ? {} : { max_ltv_bps });
      const allow = {
        ...EXAMPLE_POLICY.allow,
        borrow: { pools: [6], max_apr_bps: 2000, ...bound(borrow) },
        withdraw_collateral: { to: ['bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202'], ...bound(withdraw) },
      };
      expect(() => read({ ...EXAMPLE_POLICY, allow })).toThrow('must be the same');
    },
  );

  it('a policy has its amounts in units', () => {
    const policy = read(EXAMPLE_POLICY);
    expect(policy.caps.get('USDT')).toEqual([
      { ms: 3_600_000, max: 25_00000000n },
      { ms: 86_400_000, max: 50_00000000n },
    ]);
    expect(policy.caps.get('debt USDT')).toEqual([{ ms: 7 * 86_400_000, max: 1000_00000000n }]);
    expect(policy.caps.get('transactions')).toEqual([{ ms: 3_600_000, max: 30n }]);
    expect(policy.perTransaction.get('BTC')).toBe(50_000n);
    expect(policy.confirmAbove.get('USDT')).toBe(20_00000000n);
  });

  it('a misspelt member stops the start, wherever it stands', () => {
    const misspelt = PATHS.filter((path) => !isInList(path));
    expect(misspelt.length).toBeGreaterThan(60);
    for (const path of misspelt) {
      const wrong = changed(path, (holder, name) => {
        holder[`${name}x`] = holder[name];
        Reflect.deleteProperty(holder, name);
      });
      expect(() => read(wrong)).toThrow(PolicyError);
    }
  });

  it.each([null, -1, 1e300, '0', '1e2', [], { any: 'x' }])(
    'the value %j in place of another one stops the start, or allows no more',
    (value) => {
      for (const path of PATHS) {
        let policy: Policy;
        try {
          policy = read(changed(path, (holder, name) => (holder[name] = value)));
        } catch (error) {
          expect(error).toBeInstanceOf(PolicyError);
          continue;
        }
        expect({ path, isLarger: isLarger(policy) }).toEqual({ path, isLarger: false });
      }
    },
  );

  it('an amount without quotes, with too many decimals or of an unknown token stops the start', () => {
    const text = policyText();
    expect(() =>
      readPolicy(text.replace('per_transaction: "25"', 'per_transaction: 25'), PROFILE_TEXT),
    ).toThrow('in quotes');
    expect(() =>
      readPolicy(text.replace('per_transaction: "25"', 'per_transaction: "25.000000001"'), PROFILE_TEXT),
    ).toThrow('decimals');
    expect(() => readPolicy(text, PROFILE_TEXT.replace('  USDT:', '  TPF2:'))).toThrow(PolicyError);
  });

  it('a member that is not known stops the start, in whatever object it stands', () => {
    const objects = [[], ...PATHS].filter((path) => {
      const value = path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], EXAMPLE_POLICY);
      return typeof value === 'object' && !Array.isArray(value);
    });
    expect(objects.length).toBeGreaterThan(20);
    for (const path of objects) {
      const wrong = changed([...path, 'per_day'], (holder, name) => (holder[name] = '5'));
      expect(() => read(wrong)).toThrow(PolicyError);
    }
  });

  const pools = { pools: [6] };
  it.each([
    ['a member twice', `${policyText()}version: 1\n`, 'unique'],
    ['an alias', policyText({ ...EXAMPLE_POLICY, allow: { lend: pools, redeem: pools } }), 'Alias'],
    ['two documents', `${policyText()}---\n${policyText()}`, 'multiple documents'],
    ['a tag', policyText().replace('version: 1', 'version: !x 1'), 'tag'],
    ['no YAML', '{', 'policy'],
    ['nothing', '', 'policy'],
  ])('%s stops the start', (_, text, reason) => {
    expect(() => readPolicy(text, PROFILE_TEXT)).toThrow(PolicyError);
    expect(() => readPolicy(text, PROFILE_TEXT)).toThrow(reason);
  });

  it('active and owner are refused without a member that names the danger', () => {
    const full = { ...EXAMPLE_POLICY, permission: 'active' };
    expect(() => read(full)).toThrow('allow_full_permission');
    expect(read({ ...full, allow_full_permission: true }).file.permission).toBe('active');
  });

  it('the hash covers both files, and where each of them ends', () => {
    const hash = (policy: string, profile: string) => policyHash({ policy, profile });
    expect(hash('ab', 'c')).not.toBe(hash('a', 'bc'));
    expect(read(EXAMPLE_POLICY).hash).toBe(hash(policyText(), PROFILE_TEXT));
    expect(parse(policyText())).toEqual(EXAMPLE_POLICY);
  });
});
