import { developmentProfileFile, readProfile } from '@app/networks';
import { parseRows } from '@app/upstream';
import { liquidationRow } from './liquidation-rows';

const profile = readProfile(developmentProfileFile());
const table = { code: 'loan', scope: 'finished', table: 'liquidation' };
const written = {
  ...{ loan_id: 7, debt: '8000.00000001 USDT', collateral: '0.20000001 CBTC', price: '40000.00000000' },
  ...{ proceeds: '8000.00000000 USDT', loss: '0.00000001 USDT' },
};
const read = (row: object) => parseRows(table, liquidationRow(profile), [{ ...row }])[0]!;

describe('a row of a finished liquidation', () => {
  it('a row of a finished liquidation has the sale in units', () => {
    expect(read(written)).toEqual({
      loanId: 7n,
      sale: {
        ...{ debt: 800_000_000_001n, sold: 20_000_001n, price: 4_000_000_000_000n },
        ...{ proceeds: 800_000_000_000n, loss: 1n },
      },
    });
  });

  it.each(['debt', 'collateral', 'price', 'proceeds', 'loss'] as const)(
    'a row of a finished liquidation tells no sale without %s',
    (member) => {
      expect(read({ ...written, [member]: undefined })).toEqual({ loanId: 7n, sale: undefined });
    },
  );

  it('a row of a finished liquidation is refused with an amount of another token', () => {
    expect(() => read({ ...written, collateral: '0.20000001 BTC' })).toThrow('row 0 collateral');
  });
});
