import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { ConfigurationError } from './configuration-error';
import { ContractProfile } from './contract-profile';
import { developmentProfileFile } from './development';
import { profileSchema } from './profile-schema';
import { parseYaml } from './yaml-file';

const development = readFileSync(developmentProfileFile(), 'utf8');

const PRICE_INDEX = {
  ...{ position: 2, key_type: 'i128' },
  ...{ buys: { lower_bound: '0', upper_bound: '1' }, sells: { lower_bound: '2', upper_bound: '3' } },
};

const PAIR = { name: 'nativeusdt', base: 'NATIVE', quote: 'USDT', price_decimals: 8 };

/** The development profile with one value changed; undefined takes the entry away. */
function changed(path: string, value: unknown): string {
  const profile = parse(development) as Record<string, unknown>;
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  const holder = steps.reduce((object, step) => object[step] as Record<string, unknown>, profile);
  if (value === undefined) Reflect.deleteProperty(holder, last);
  else holder[last] = value;
  return stringify(profile);
}

function problemsOf(text: string): readonly string[] {
  try {
    parseYaml('profiles/x.yaml', text, profileSchema);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split('\n');
    throw error;
  }
}

describe('profile files', () => {
  it('a profile file is taken when it is whole', () => {
    expect(problemsOf(development)).toEqual([]);
  });

  it.each([
    ['accounts.exchange', 'tables.orders: accounts.exchange is left out'],
    ['tokens.BTC', 'relay.transfers: tokens.BTC is left out'],
    ['tokens.NATIVE', 'pairs.nativebtc: tokens.NATIVE is left out'],
    ['actions.borrow', 'relay.actions: actions.borrow is left out'],
    ['memos.repay', 'memos.repay: is missing: accounts.lending is named'],
    ['vault_name', 'vault_name: is missing: accounts.lending is named'],
    ['bitcoin_network', 'bitcoin_network: is missing: accounts.btc_bridge is named'],
  ])('a profile file without %s is refused where another entry stands on it', (path, problem) => {
    expect(problemsOf(changed(path, undefined))).toContain(`profiles/x.yaml: ${problem}`);
  });

  it('a profile file may name pairs of its own, in its own order', () => {
    const text = changed('pairs', {
      tpfusdt: { name: 'tpfusdt', base: 'TPF', quote: 'USDT', price_decimals: 8 },
      nativeusdt: PAIR,
    });
    const profile = new ContractProfile('x.yaml', parseYaml('x.yaml', text, profileSchema));
    expect(profile.pairs().map(({ apiName }) => apiName)).toEqual(['tpfusdt', 'nativeusdt']);
    expect(profile.pair('nativeusdt')).toMatchObject({ base: { apiSymbol: 'NATIVE' }, priceDecimals: 8 });
    expect(profile.pair('btcusdt')).toBeUndefined();
  });

  it('a profile file of a chain with one token alone is taken, and its other entries are left out', () => {
    const text =
      'tokens: { NATIVE: { contract: eosio.token, symbol: EOS, precision: 4 } }\nrelay: { transfers: [NATIVE] }\n';
    const profile = new ContractProfile('x.yaml', parseYaml('x.yaml', text, profileSchema));
    expect(profile.tokens().map(({ apiSymbol }) => apiSymbol)).toEqual(['NATIVE']);
    expect(profile.relayedActions()).toEqual([{ account: 'eosio.token', name: 'transfer' }]);
    expect([profile.pairs(), profile.tableKeys(), profile.affectedSet]).toEqual([[], [], null]);
    expect(profile.isLeftOut('accounts.lending')).toBe(true);
    expect(profile.isVaultName('abcdefg.loan')).toBe(false);
  });

  it.each([
    ['tokens.BTC.precision', 'eight', /expected int|expected number/i],
    ['tokens.BTC.precision', 19, /18/],
    ['tokens.BTC.precision', undefined, /^.*tokens\.BTC\.precision: is missing$/],
    ['tokens.NATIVE.symbol', 'native', /upper-case letters/],
    ['tokens.CBTC.contract', 'CBTC.token', /must be a chain name/],
    ['tokens.DOGE', { contract: 'doge', symbol: 'DOGE', precision: 4 }, /is not known; known: BTC, USDT/],
    ['accounts.oracle', 'oracle.', /must be a chain name/],
    ['pairs.btcusdt.base', 'EUR', /BTC/],
    ['pairs.BTCUSDT', PAIR, /^profiles\/x\.yaml: pairs\.BTCUSDT: must be a lower-case letter and at most 31/],
    ['pairs.other', { ...PAIR, name: 'btcusdt' }, /^.*pairs\.other: is the same pair as btcusdt$/],
    [
      'pairs.other',
      { ...PAIR, base: 'NATIVE', quote: 'BTC' },
      /pairs\.other: is the same pair as nativebtc$/,
    ],
    ['tables.orders.scope', '{pears}', /\{pears\} is not a placeholder here; known: .*\{pair\}/],
    ['tables.orders.code', 'somebody', /exchange/],
    ['tables.loans.account_index', 1, />=2/],
    ['tables.loans.price_index', PRICE_INDEX, /for the table of orders alone/],
    ['tables.orders.price_index.position', 1, />=2/],
    ['tables.orders.price_index.key_type', 'name', /i128/],
    ['tables.orders.price_index.buys.upper_bound', 1e38, /quoted text/],
    ['tables.orders.price_index.sells.lower_bound', '-1', /decimal number/],
    ['actions.cancel_order.data', { id: '{order}' }, /\{order\} is not a placeholder here/],
    ['actions.borrow.account', 'token', /lending/],
    ['memos.lend', 'lend:{pool}', /\{pool\} is not a placeholder here; known: \{pool_id\}/],
    ['memos.order', '{side}:{quantity}', /must hold \{price\}/],
    ['memos.order', '{side}{quantity}{price}', /cannot be read back: put a separator/],
    ['memos.peg_out', 'bitcoin', /must hold \{btc_address\}/],
    ['memos.redeem', 'redeem', /must hold \{pool_id\}/],
    ['vault_name', 'vault.{lending}', /must hold \{id\}/],
    ['relay.transfers', ['BTC', 'CBTC'], /BTC/],
    ['relay.transfers', ['BTC', 'BTC'], /names an entry twice/],
    ['relay.actions', ['transfer'], /cancel_order/],
    ['bitcoin_network', 'bitcoin', /mainnet/],
    ['affected_set', '', /affected_set/],
    ['registrar_url', 'ftp://x', /http/],
    ['surprise', 1, /surprise: is not known; known: accounts, tokens, /],
  ])('a profile file with %s = %j names the file, the path and the reason', (path, value, reason) => {
    const [problem, ...others] = problemsOf(changed(path, value));
    expect(others).toEqual([]);
    expect(problem).toMatch(
      new RegExp(`^profiles/x\\.yaml: ${path.replaceAll('.', '\\.')}(\\.\\d+|\\.[a-z]+)?: `),
    );
    expect(problem).toMatch(reason);
  });

  it('a profile file with several problems names all of them', () => {
    const broken = changed('tokens.BTC.precision', -1).replace(
      'bitcoin_network: regtest',
      'bitcoin_network: x',
    );
    expect(problemsOf(broken).map((problem) => problem.split(': ')[1])).toEqual([
      'tokens.BTC.precision',
      'bitcoin_network',
    ]);
  });

  it('a profile file with one token under two symbols is refused', () => {
    const [problem] = problemsOf(
      changed('tokens.USDT', { contract: 'btc.token', symbol: 'BTC', precision: 8 }),
    );
    expect(problem).toBe('profiles/x.yaml: tokens.USDT: is the same token as BTC');
  });

  it.each([
    ['accounts: [', /profiles\/x\.yaml: .* at line 1, column \d+/],
    ['accounts: {}\naccounts: {}\n', /profiles\/x\.yaml: is not valid YAML \(DUPLICATE_KEY\) at line 2/],
    ['', /profiles\/x\.yaml: \(the whole file\): /],
    ['just words', /profiles\/x\.yaml: \(the whole file\): /],
  ])('a profile file that is not a profile at all (%j) says where', (text, reason) => {
    expect(problemsOf(text)[0]).toMatch(reason);
  });
});
