import { developmentProfileFile, readProfile } from '@app/networks';
import { parseRows } from '@app/upstream';
import { confirmations, pegOutRow } from './bridge-rows';

const table = { code: 'bridge', scope: 'pending', table: 'ptxhistory' };
const row = {
  ...{ id: 1, account: 'alice', btc_address: 'x', quantity: '1.00000000 BTC', net_amount: '0.99000000 BTC' },
  ...{ tx_fee: '0.01000000 BTC', txid: '', btc_height: 0, reason: '' },
  ...{ requested_at: '2026-11-21T12:00:00', updated_at: '2026-11-21T12:00:00' },
};
const parse = (change: object) =>
  parseRows(table, pegOutRow(readProfile(developmentProfileFile()).token('BTC')), [{ ...row, ...change }]);

describe('rows of a bridge', () => {
  it('a row of a bridge has no transaction id until it is sent', () => {
    expect(parse({})[0]).toMatchObject({ txid: null, quantity: 100_000_000n });
    expect(parse({ txid: 'ab'.repeat(32) })[0]).toMatchObject({ txid: 'ab'.repeat(32) });
  });

  it.each([
    { txid: 'AB' },
    { quantity: '1.0 BTC' },
    { quantity: '1.00000000 USDT' },
    { reason: 'x'.repeat(257) },
  ])('a row of a bridge is refused with %j', (change) => {
    expect(() => parse(change)).toThrow('table ptxhistory of bridge (scope pending): row 0');
  });

  it.each([
    [100, 103, 3],
    [103, 103, 0],
    [104, 103, 0],
    [0, 103, null],
    [100, null, null],
  ])('a payment at height %s has with Bitcoin at %s the confirmations %s', (payment, chain, expected) => {
    expect(confirmations(payment, chain)).toBe(expected);
  });
});
