import { ContractProfile } from './contract-profile';
import { developmentProfileFile } from './development';
import { readProfile } from './networks';
import type { ProfileFile } from './profile-schema';

const development = readProfile(developmentProfileFile());

/** A chain that calls its own token and the pair of it otherwise. */
const branded = new ContractProfile('branded.yaml', {
  ...development.entries(),
  tokens: {
    ...development.entries().tokens,
    NATIVE: { contract: 'eosio.token', symbol: 'COIN', precision: 4 },
  },
  pairs: {
    ...development.entries().pairs,
    nativebtc: { name: 'coinbtc', base: 'NATIVE', quote: 'BTC', price_decimals: 10 },
  },
} satisfies ProfileFile);

describe('contract profiles', () => {
  it('a contract profile maps the symbols of the API to those of the chain and back', () => {
    const token = branded.token('NATIVE');
    expect(token).toEqual({ apiSymbol: 'NATIVE', contract: 'eosio.token', symbol: 'COIN', precision: 4 });
    expect(branded.tokenOf('eosio.token', 'COIN')).toBe(token);
    expect(branded.tokenOf('eosio.token', 'NATIVE')).toBeUndefined();
  });

  it('a token is distinguished from a fake of the same symbol by its contract', () => {
    expect(branded.tokenOf('fake.token', 'BTC')).toBeUndefined();
  });

  it('a contract profile maps the pairs of the API to those of the chain and back', () => {
    expect(branded.pair('nativebtc')).toMatchObject({ chainName: 'coinbtc', priceDecimals: 10 });
    expect(branded.pair('nativebtc')!.base).toBe(branded.token('NATIVE'));
    expect(branded.pairOf('coinbtc')?.apiName).toBe('nativebtc');
    expect(branded.pairOf('nativebtc')).toBeUndefined();
  });

  it('a contract profile finds tables by role and pair', () => {
    const pair = branded.pair('nativebtc')!.chainName;
    expect(branded.table('orders', { pair })).toEqual({ code: 'dex', table: 'orderbook2', scope: 'coinbtc' });
    expect(branded.table('trades', { pair })).toEqual({ code: 'dex', table: 'history2', scope: 'dex' });
    expect(branded.table('vaults')).toEqual({ code: 'loan', table: 'vault', scope: 'loan' });
    expect(branded.table('peg_ins').scope).toBe('confirmed');
  });

  it('a contract profile fills the scope of a table once for each pair', () => {
    const [one, other] = branded.pairs().map(({ chainName: pair }) => ({ pair }));
    expect(branded.table('orders', one)).toBe(branded.table('orders', { ...one }));
    expect(branded.table('orders', other).scope).not.toBe(branded.table('orders', one).scope);
    expect(branded.table('trades', one).table).not.toBe(branded.table('orders', one).table);
  });

  it('a contract profile knows which tables can be read by account', () => {
    expect(branded.accountIndex('loans')).toBe(2);
    expect(branded.accountIndex('redemption_queue')).toBe(3);
    expect(branded.accountIndex('pools')).toBeUndefined();
  });

  it('a contract profile has the key range of each side, best price first', () => {
    expect(branded.priceIndex()).toMatchObject({
      buy: { position: 2, keyType: 'i128', lowerBound: '0', reverse: false },
      sell: { position: 2, keyType: 'i128', upperBound: String((1n << 128n) - 1n), reverse: false },
    });
    const { orders, ...tables } = branded.entries().tables;
    const withoutIndex = {
      ...branded.entries(),
      tables: { ...tables, orders: { ...orders, price_index: undefined } },
    };
    expect(new ContractProfile('x.yaml', withoutIndex).priceIndex()).toBeUndefined();
  });

  it('a contract profile fills actions on the account of their role, or of the token', () => {
    const values = { from: 'alice', to: 'bob', quantity: '1.0000 COIN', memo: '' };
    expect(branded.transfer(branded.token('NATIVE'), values)).toEqual({
      account: 'eosio.token',
      name: 'transfer',
      data: values,
    });
    expect(branded.action('cancel_order', { order_id: 7, pair: 'coinbtc' })).toEqual({
      account: 'dex',
      name: 'cancelorder',
      data: { orderIdentifier: 7, pair: 'coinbtc' },
    });
  });

  it('a contract profile writes memos in the forms of the contracts', () => {
    const order = { side: 'sell', quantity: '0.00010000 BTC', price: '80000.00000000 USDT' };
    expect(branded.memo('order', order)).toBe('sell:0.00010000 BTC:80000.00000000 USDT');
    expect(branded.memo('peg_out', { btc_address: 'bc1q' })).toBe('bc1q');
    expect(branded.memo('lend', { pool_id: 6 })).toBe('lend:6');
  });

  it('a contract profile names vaults below the lending account', () => {
    expect(branded.vaultName('2kcv5ga')).toBe('2kcv5ga.loan');
  });

  it('a contract profile lets the relay pass exactly the twelve actions an agent may sign', () => {
    const relayed = development.relayedActions().map(({ account, name }) => `${account}::${name}`);
    expect(relayed.sort()).toEqual([
      'btc.token::transfer',
      'dex::cancelorder',
      'eosio.token::transfer',
      'loan::borrowvar',
      'loan::cancelloan',
      'loan::cancelredeem',
      'loan::createvault',
      'loan::genaddr',
      'loan::processqueue',
      'loan::withdraw',
      'pool.token::transfer',
      'usdt.token::transfer',
    ]);
  });

  it("a contract profile points to the registrar, on the network's own node if it says so", () => {
    expect(development.registrarUrl('http://127.0.0.1:8888')).toBe(
      'http://127.0.0.1:8888/devchain/create-account',
    );
    const values = { name: 'newagent1', public_key: 'PUB_K1_x' };
    expect(development.registrarBody(values)).toEqual(values);
  });
});
