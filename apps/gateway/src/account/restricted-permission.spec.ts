import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile, readProfile } from '@app/networks';
import { linkedActions } from './restricted-permission';

/** The development profile with these pairs, as YAML. */
function profileWith(pairs: string) {
  const text = readFileSync(developmentProfileFile(), 'utf8')
    .replace(/^affected_set: .*$/m, 'affected_set: null')
    .replace(/^pairs:\n( {2}.*\n)+/m, `pairs: ${pairs}\n`);
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'trade-')), 'profile.yaml');
  writeFileSync(file, text);
  return readProfile(file);
}

const CANCEL = { code: 'dex', type: 'cancelorder' };
const transferOf = (code: string) => ({ code, type: 'transfer' });

describe('the links of the capability trade', () => {
  it('the capability trade links transfers of the tokens of all pairs, each contract once', () => {
    expect(linkedActions(readProfile(developmentProfileFile()), ['trade'])).toEqual([
      ...['btc.token', 'usdt.token', 'eosio.token'].map(transferOf),
      CANCEL,
    ]);
  });

  it('the capability trade links the shares of a pool where a pair trades them, and no token of no pair', () => {
    const profile = profileWith('{ tpfusdt: { name: tpfusdt, base: TPF, quote: USDT, price_decimals: 8 } }');
    expect(linkedActions(profile, ['trade'])).toEqual([
      ...['pool.token', 'usdt.token'].map(transferOf),
      CANCEL,
    ]);
  });
});
