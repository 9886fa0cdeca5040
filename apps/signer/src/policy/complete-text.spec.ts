import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { policyText, PROFILE_TEXT } from '../testing/example-policy';
import { pathsOf } from '../testing/paths';
import { completeLines } from './complete-text';
import { type Policy, PolicyError, readPolicy } from './policy';

type Holder = Record<string, unknown>;

/** Values that may be valid in place of another one. */
const OTHERS: readonly unknown[] = [
  '7',
  '99999',
  7,
  1,
  'carol',
  'testnet',
  'cd'.repeat(32),
  'http://127.0.0.1:9',
  '/other/path',
  'BTC',
  'OTHER',
  'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
];

/** The policies that result when one member is removed, or replaced by the first other value that is valid. */
function* variantsOf(
  text: string,
  read: (text: string) => Policy,
): Generator<{ path: string; policy: Policy }> {
  const original = parse(text) as Holder;
  for (const path of pathsOf(original)) {
    const changed = (change: (holder: Holder, name: string) => void): Policy[] => {
      const copy = structuredClone(original);
      const holder = path.slice(0, -1).reduce((at, name) => at[name] as Holder, copy);
      change(holder, path.at(-1)!);
      return isDeepStrictEqual(copy, original) ? [] : valid(() => read(JSON.stringify(copy)));
    };
    const [removed] = changed((holder, name) =>
      Array.isArray(holder) ? holder.splice(Number(name), 1) : Reflect.deleteProperty(holder, name),
    );
    if (removed) yield { path: path.join('.'), policy: removed };
    for (const other of OTHERS) {
      const [policy] = changed((holder, name) => {
        if (typeof holder[name] === typeof other) holder[name] = other;
      });
      if (policy === undefined) continue;
      yield { path: path.join('.'), policy };
      break;
    }
  }
}

/** A policy, or nothing where it is not valid. */
function valid(read: () => Policy): Policy[] {
  try {
    return [read()];
  } catch (error) {
    if (error instanceof PolicyError) return [];
    throw error;
  }
}

const whole = readPolicy(policyText(), PROFILE_TEXT);

describe('a policy in words', () => {
  it.each<[string, string, (text: string) => Policy]>([
    ['policy', policyText(), (text) => readPolicy(text, PROFILE_TEXT)],
    ['profile', PROFILE_TEXT, (text) => readPolicy(policyText(), text)],
  ])('every change of the %s that is valid changes the words', (_, text, read) => {
    const variants = [...variantsOf(text, read)];
    const words = completeLines(whole).join();
    expect(new Set(variants.map(({ path }) => path)).size).toBeGreaterThan(40);
    const same = variants.filter(({ policy }) => completeLines(policy).join() === words);
    expect(same.map(({ path }) => path)).toEqual([]);
  });

  it('the words show receivers, memos, addresses, the limit of approvals, the stop file and the contracts', () => {
    expect(completeLines(whole)).toEqual(
      expect.arrayContaining([
        'USDT may be sent to bob alone, with the memo "" or "home" alone.',
        'withdraw_btc pays to "bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202" alone.',
        'Above 20.00000000 USDT in one transaction a person approves.',
        'While "/var/lib/signer/STOP" exists, nothing but cancel_order is signed.',
        '  account of exchange: dex',
        '  token USDT: USDT of usdt.token, 8 decimals',
      ]),
    );
  });

  it('no text of policy or profile moves the cursor, begins a line or looks like two', () => {
    const sequence = '\u001b[2K\u009b1A';
    const file = parse(policyText()) as Holder;
    const urls = {
      gateway: `http://127.0.0.1:3000/${sequence}`,
      nodes: [`http://127.0.0.1:8888/, http://127.0.0.1:9/${sequence}`],
      history_nodes: [`http://127.0.0.1:7000/${sequence}`],
    };
    const profile = parse(PROFILE_TEXT) as Record<string, Holder>;
    const name = `x\n  token USDT: USDT of other, 8 decimals\r${sequence}`;
    for (const member of ['accounts', 'memos']) profile[member]![name] = 'bob';
    profile['pairs']![name] = { name, base: 'BTC', quote: 'USDT', price_decimals: 8 };
    profile['actions']![name] = { account: name, name, data: {} };
    profile['layouts']![name] = [[name, name]];
    const words = completeLines(readPolicy(JSON.stringify({ ...file, ...urls }), JSON.stringify(profile)));
    expect(words.filter((line) => /\p{C}/u.test(line))).toEqual([]);
    expect(words.filter((line) => line.startsWith('  token USDT'))).toHaveLength(1);
    expect(words.join()).toContain('Nodes of the owner: "http://127.0.0.1:8888/, http://127.0.0.1:9/');
  });

  it('an invisible character of a memo is shown', () => {
    const text = policyText().replace('home', 'ho\u200bme');
    expect(completeLines(readPolicy(text, PROFILE_TEXT)).join()).toContain('"ho\\u200bme"');
  });
});
