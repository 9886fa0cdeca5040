import type { Json } from '@app/antelope';
import { addressOf } from './bitcoin-address-row';

const ADDRESS = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
const table = { code: 'bridge', scope: 'bridge', table: 'accounts' };
const find = (...rows: Json[]) => addressOf({ table, rows, name: 'alice', bitcoinNetwork: 'regtest' });

describe('a bridge address', () => {
  it('a bridge address is that of the row of the name', () => {
    expect(find({ account: 'alice', btc_address: ADDRESS })).toBe(ADDRESS);
  });

  it('a bridge address is read once from a row that equal reads share', () => {
    let reads = 0;
    const row = {
      account: 'alice',
      get btc_address() {
        reads += 1;
        return ADDRESS;
      },
    };
    expect([find(row), find(row)]).toEqual([ADDRESS, ADDRESS]);
    expect(reads).toBe(1);
  });

  it('a bridge address is null while there is none', () => {
    expect(find()).toBeNull();
    expect(find({ account: 'alice', btc_address: '' })).toBeNull();
  });

  it('the Bitcoin address of an account is never that of another account', () => {
    expect(find({ account: 'bob', btc_address: ADDRESS })).toBeNull();
  });

  it.each([
    [{ account: 'alice', btc_address: `${ADDRESS}x` }, 'row 0 btc_address: has a wrong checksum'],
    [
      { account: 'alice', btc_address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
      'row 0 btc_address: is an address of Bitcoin mainnet',
    ],
    [{ btc_address: ADDRESS }, 'row 0 account'],
  ])('a bridge address is not read from %j', (row, reason) => {
    expect(() => find(row)).toThrow(`table accounts of bridge (scope bridge): ${reason}`);
  });
});
