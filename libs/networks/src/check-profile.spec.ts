import { ABI } from '@wharfkit/antelope';
import type { Abi } from '@app/antelope';
import { accountsToCheck, checkProfile, type ChainFacts } from './check-profile';
import { developmentProfileFile } from './development';
import { readProfile } from './networks';
import type { ApiSymbol } from './profile-terms';

const profile = readProfile(developmentProfileFile());
const { accounts, tokens, tables, actions } = profile.entries();

/** An ABI with these actions and tables; every field is a string. */
function abiWith(contents: { actions?: Record<string, string[]>; tables?: string[] }): Abi {
  const structs = Object.entries(contents.actions ?? {}).map(([name, fields]) => ({
    name,
    base: '',
    fields: fields.map((field) => ({
      name: field.replace(/[?$]$/, ''),
      type: /[?$]$/.test(field) ? `string${field.slice(-1)}` : 'string',
    })),
  }));
  return ABI.from({
    version: 'eosio::abi/1.2',
    structs: [...structs, { name: 'row', base: '', fields: [] }],
    actions: Object.keys(contents.actions ?? {}).map((name) => ({
      name,
      type: name,
      ricardian_contract: '',
    })),
    tables: (contents.tables ?? []).map((name) => ({
      name,
      index_type: 'i64',
      key_names: [],
      key_types: [],
      type: 'row',
    })),
  });
}

const TOKEN = { actions: { transfer: ['from', 'to', 'quantity', 'memo'] }, tables: ['accounts', 'stat'] };

/** A chain that has everything the profile names. */
function matchingChain(): {
  abis: Map<string, Abi | null | undefined>;
  tokenStats: Map<ApiSymbol, string | undefined>;
  findings: Map<string, string>;
} {
  const abis = new Map<string, Abi | null | undefined>();
  for (const [role, account] of Object.entries(accounts)) {
    const own = Object.values(actions).filter((action) => action.account === role);
    abis.set(
      account,
      abiWith({
        actions: Object.fromEntries(own.map(({ name, data }) => [name, Object.keys(data)])),
        tables: Object.values(tables)
          .filter(({ code }) => code === role)
          .map(({ table }) => table),
      }),
    );
  }
  for (const { contract } of Object.values(tokens)) abis.set(contract, abiWith(TOKEN));
  const tokenStats = new Map(
    profile
      .tokens()
      .map(
        ({ apiSymbol, symbol, precision }) => [apiSymbol, `1.${'0'.repeat(precision)} ${symbol}`] as const,
      ),
  );
  return { abis, tokenStats, findings: new Map() };
}

const mismatches = (facts: ChainFacts) =>
  Object.fromEntries(
    checkProfile(profile, facts)
      .filter(({ ok }) => !ok)
      .map(({ entry, reason }) => [entry, reason]),
  );

describe('a profile beside the ABIs of a chain', () => {
  it('checkProfile matches in every entry when the chain has what it names', () => {
    const rows = checkProfile(profile, matchingChain());
    expect(rows.filter(({ ok }) => !ok)).toEqual([]);
    expect(rows.map(({ entry }) => entry)).toEqual(
      expect.arrayContaining(['accounts.exchange', 'tokens.BTC', 'tables.orders', 'actions.borrow']),
    );
  });

  it('checkProfile asks for every account it names, each once', () => {
    expect(accountsToCheck(profile).sort()).toEqual([...matchingChain().abis.keys()].sort());
  });

  it('checkProfile names a missing account in every entry that needs it, and in no other', () => {
    const chain = matchingChain();
    chain.abis.set('dex', undefined);
    expect(mismatches(chain)).toEqual({
      'accounts.exchange': 'account dex does not exist',
      'tables.orders': 'account dex does not exist',
      'tables.trades': 'account dex does not exist',
      'actions.cancel_order': 'account dex does not exist',
    });
  });

  it('checkProfile names an entry that rows of the chain contradict, after the mismatches of the ABI', () => {
    const chain = matchingChain();
    chain.findings.set('pairs.btcusdt', 'no such book').set('bitcoin_network', 'another');
    chain.findings.set('tables.trades', 'an index');
    expect(mismatches(chain)).toEqual({
      'pairs.btcusdt': 'no such book',
      bitcoin_network: 'another',
      'tables.trades': 'an index',
    });
    chain.abis.set('dex', undefined);
    expect(mismatches(chain)['tables.trades']).toBe('account dex does not exist');
  });

  it('checkProfile names the pairs of a token that does not match', () => {
    const chain = matchingChain();
    chain.tokenStats.set('NATIVE', undefined);
    expect(Object.keys(mismatches(chain))).toEqual(['tokens.NATIVE', 'pairs.nativebtc']);
    expect(mismatches(chain)['pairs.nativebtc']).toBe('tokens.NATIVE does not match');
  });

  it('checkProfile reports an account without a contract', () => {
    const chain = matchingChain();
    chain.abis.set('oracle', null);
    expect(mismatches(chain)['tables.prices']).toBe('account oracle has no contract');
  });

  it('checkProfile finds a missing table and a missing action', () => {
    const chain = matchingChain();
    chain.abis.set('dex', abiWith({ tables: ['orderbook2'] }));
    expect(mismatches(chain)).toEqual({
      'tables.trades': 'table history2 is not in the ABI of dex',
      'actions.cancel_order': 'action cancelorder is not in the ABI of dex',
    });
  });

  it('checkProfile finds fields of a template that the action lacks, and those it leaves out', () => {
    const chain = matchingChain();
    chain.abis.set(
      'dex',
      abiWith({ actions: { cancelorder: ['id', 'pair'] }, tables: ['orderbook2', 'history2'] }),
    );
    expect(mismatches(chain)).toEqual({
      'actions.cancel_order':
        'action cancelorder of dex has no field orderIdentifier and has a field id that the template leaves out (its fields: id, pair)',
    });
  });

  it('checkProfile lets optional and extension fields be left out', () => {
    const chain = matchingChain();
    const fields = ['orderIdentifier', 'pair', 'note?', 'later$'];
    chain.abis.set('dex', abiWith({ actions: { cancelorder: fields }, tables: ['orderbook2', 'history2'] }));
    expect(mismatches(chain)).toEqual({});
  });

  it('checkProfile finds the fields of a base and of a renamed type', () => {
    const chain = matchingChain();
    const abi = ABI.from({
      version: 'eosio::abi/1.2',
      types: [{ new_type_name: 'cancelorder', type: 'cancel' }],
      structs: [
        { name: 'base', base: '', fields: [{ name: 'pair', type: 'name' }] },
        { name: 'cancel', base: 'base', fields: [{ name: 'orderIdentifier', type: 'uint64' }] },
        { name: 'row', base: '', fields: [] },
      ],
      actions: [{ name: 'cancelorder', type: 'cancelorder', ricardian_contract: '' }],
      tables: ['orderbook2', 'history2'].map((name) => ({
        name,
        index_type: 'i64',
        key_names: [],
        key_types: [],
        type: 'row',
      })),
    });
    chain.abis.set('dex', abi);
    expect(mismatches(chain)).toEqual({});
  });

  it.each([
    ['1.0000 BTC', 'btc.token keeps BTC with 4 decimals, not 8'],
    ['1 BTC', 'btc.token keeps BTC with 0 decimals, not 8'],
    ['1.00000000 BTX', 'btc.token names it BTX'],
    [undefined, 'btc.token has no token BTC'],
  ])('checkProfile compares the precision of a token (%s)', (maxSupply, reason) => {
    const chain = matchingChain();
    chain.tokenStats.set('BTC', maxSupply);
    expect(mismatches(chain)).toMatchObject({ 'tokens.BTC': reason });
  });

  it('checkProfile requires the tables of a token', () => {
    const chain = matchingChain();
    chain.abis.set('usdt.token', abiWith({ ...TOKEN, tables: ['accounts'] }));
    expect(mismatches(chain)).toMatchObject({ 'tokens.USDT': 'table stat is not in the ABI of usdt.token' });
  });
});
