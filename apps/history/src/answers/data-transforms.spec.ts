import { shownActionData, shownRow, withoutBinary } from './data-transforms';

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the data of an action as Hyperion shows it', () => {
  it('a transfer of any token has amount and symbol beside its own members', () => {
    const data = { from: 'alice', to: 'bob', quantity: '1.5000 ABC', memo: 'hi' };
    expect(shownActionData('any.token', 'transfer', data)).toEqual({ ...data, amount: 1.5, symbol: 'ABC' });
  });

  it('a transfer without an asset is left as it is', () => {
    const data = { from: 'alice', to: 'bob', asset_ids: ['1'], memo: '' };
    expect(shownActionData('nft', 'transfer', data)).toBe(data);
  });

  it('a transfer that a double cannot hold keeps every digit of its amount', () => {
    const data = { from: 'a', to: 'b', quantity: '12345678901.12345678 ABC', memo: '' };
    expect(JSON.stringify(shownActionData('any.token', 'transfer', data))).toContain(
      '"amount":12345678901.12345678',
    );
  });

  it('newaccount names the new account in newact', () => {
    expect(shownActionData('eosio', 'newaccount', { creator: 'alice', name: 'dave' })).toMatchObject({
      name: 'dave',
      newact: 'dave',
    });
  });

  it('updateauth leaves out the empty lists of the authority', () => {
    const auth = { threshold: 1, keys: [], accounts: [{ weight: 1 }], waits: [] };
    expect(shownActionData('eosio', 'updateauth', { account: 'alice', auth })).toEqual({
      account: 'alice',
      auth: { threshold: 1, accounts: [{ weight: 1 }] },
    });
  });

  it('buyram has its quantity as a number', () => {
    expect(shownActionData('eosio', 'buyram', { payer: 'alice', quant: '2.5000 ABC' })).toEqual({
      payer: 'alice',
      quant: 2.5,
    });
  });

  it.each([
    ['delegatebw', 'stake_net_quantity', 'stake_cpu_quantity'],
    ['undelegatebw', 'unstake_net_quantity', 'unstake_cpu_quantity'],
  ])('the action %s has its quantities as numbers and their sum as amount', (action, net, cpu) => {
    expect(json(shownActionData('eosio', action, { [net]: '0.1000 ABC', [cpu]: '0.2000 ABC' }))).toEqual({
      [net]: 0.1,
      [cpu]: 0.2,
      amount: 0.3,
    });
  });

  it('an action of the same name in another contract is left as it is', () => {
    const data = { quant: '1.0000 ABC' };
    expect(shownActionData('alice', 'buyram', data)).toBe(data);
  });
});

describe('rows and long texts', () => {
  it('a row of a token account has amount and symbol beside its balance', () => {
    expect(shownRow('accounts', { balance: '0.25000000 BTC' })).toEqual({
      balance: '0.25000000 BTC',
      amount: 0.25,
      symbol: 'BTC',
    });
  });

  it('withoutBinary cuts texts of more than 256 characters to 32, at any depth', () => {
    const [kept, cut] = ['x'.repeat(256), 'y'.repeat(257)];
    expect(withoutBinary({ kept, list: [{ cut }] })).toEqual({
      kept,
      list: [{ cut: `${'y'.repeat(32)}...` }],
    });
  });
});
