import { developmentProfileFile, readProfile } from '@app/networks';
import { describedTables, knownScopes } from './known-tables';

const profile = readProfile(developmentProfileFile());

describe('contract facts of the profile', () => {
  it.each([
    ['dex', ['counters', 'history2 (scope dex)', 'orderbook2 (scope btcusdt or nativebtc)']],
    ['loan', ['loan (scope loan or completed)', 'secret']],
    ['btc.token', ['accounts (scope the holder)', 'stat (scope BTC)']],
    ['alice', ['accounts']],
  ])('describedTables describes the tables of %s with their scopes', (code, described) => {
    const tables = described.map((text) => text.split(' ')[0] ?? '').reverse();
    expect(describedTables(tables, knownScopes(profile, code))).toEqual(described);
  });
});
