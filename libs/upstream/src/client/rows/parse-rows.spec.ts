import { formatAmount, formatPrice, MAX_UNITS, type Json } from '@app/antelope';
import fc from 'fast-check';
import { z } from 'zod';
import { parseRows, rowsWhere, UnreadableRowError } from './parse-rows';
import { rowAmount, rowInteger, rowName, rowPrice, rowTime } from './row-members';

const table = { code: 'dex', scope: 'btcusdt', table: 'orderbook2' };
const row = z.object({
  id: rowInteger,
  account: rowName,
  amount: rowAmount({ symbol: 'BTC', precision: 8 }),
  price: rowPrice(10),
  at: rowTime,
});
const good = {
  ...{ id: 7, account: 'alice', amount: '0.00000001 BTC', price: '1.5' },
  at: '2026-03-01T12:00:00',
};
const atMs = Date.UTC(2026, 2, 1, 12);

describe('rows of a table', () => {
  it('rows of a table become values, and further members are ignored', () => {
    expect(parseRows(table, row, [{ ...good, new_member: 1 }])).toEqual([
      { id: 7n, account: 'alice', amount: 1n, price: 15_000_000_000n, at: atMs },
    ]);
  });

  it.each(['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.000', '2026-03-01T12:00:00.000000Z'])(
    'rows of a table take the time %s',
    (at) => {
      expect(parseRows(table, row, [{ ...good, at }])).toMatchObject([{ at: atMs }]);
    },
  );

  it('rows of a table give the same value for the same row read by the same parser, and another for another parser', () => {
    const [first] = parseRows(table, row, [good]);
    expect(parseRows(table, row, [{ ...good, id: 8 }, good])[1]).toBe(first);
    expect(parseRows(table, z.object({ id: rowInteger }), [good])).toEqual([{ id: 7n }]);
  });

  it('rows of a table give the same list for the same list of rows', () => {
    const rows = [good, { ...good, id: 8 }];
    expect(parseRows(table, row, rows)).toBe(parseRows(table, row, rows));
    expect(rowsWhere(table, rows, 'account', 'alice')).toBe(rowsWhere(table, rows, 'account', 'alice'));
    expect(rowsWhere(table, rows, 'account', 'bob')).toEqual([]);
    expect(rowsWhere(table, rows, 'price', '1.5')).toEqual(rows);
  });

  it('rows of a table keep every digit', () => {
    const units = fc.bigInt({ min: 1n, max: MAX_UNITS });
    const integer = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });
    fc.assert(
      fc.property(integer, units, units, (id, amount, price) => {
        const written = {
          ...good,
          id: id > 0xffff_ffffn ? String(id) : Number(id),
          amount: `${formatAmount(amount, 8)} BTC`,
          price: formatPrice(price, 10),
        };
        expect(parseRows(table, row, [written])).toEqual([{ id, account: 'alice', amount, price, at: atMs }]);
      }),
    );
  });

  it.each([
    [{ id: -1 }, 'row 1 id: is negative'],
    [{ id: 1.5 }, 'row 1 id: '],
    [{ account: 'Alice' }, 'row 1 account: is not a name of the chain'],
    [{ amount: '0.0001 BTC' }, 'row 1 amount: "0.0001 BTC" is not an amount of BTC with 8 decimals'],
    [{ amount: '0.00010000 FAKE' }, 'row 1 amount: "0.00010000 FAKE" is not an amount of BTC'],
    [{ amount: '-0.00010000 BTC' }, 'row 1 amount: "-0.00010000 BTC" is negative'],
    [{ price: '0.00000000001' }, 'row 1 price: "0.00000000001" has 11 decimals'],
    [{ price: 1.5 }, 'row 1 price: '],
    [{ at: '2026-02-30T12:00:00' }, 'row 1 at: "2026-02-30T12:00:00" is not a time'],
    [{ price: undefined }, 'row 1 price: '],
  ])(
    'rows of a table with %j are an error that names the table, the row and the member',
    (change, reason) => {
      const rows = [good, { ...good, ...change }];
      expect(() => parseRows(table, row, rows as never)).toThrow(UnreadableRowError);
      expect(() => parseRows(table, row, rows as never)).toThrow(
        `table orderbook2 of dex (scope btcusdt): ${reason}`,
      );
    },
  );

  it('rows of a table that are no object are an error as well', () => {
    expect(() => parseRows(table, row, ['0a0b'])).toThrow('table orderbook2 of dex (scope btcusdt): row 0: ');
  });

  it('rows of a table can be those about one thing, the others unread', () => {
    const rows: Json[] = [{ pair: 'btcusdt' }, { pair: 'other', price: {} }, { pair: 'btcusdt', id: 2 }];
    expect(rowsWhere(table, rows, 'pair', 'btcusdt')).toEqual([rows[0], rows[2]]);
    expect(() => rowsWhere(table, [{ id: 1 }], 'pair', 'btcusdt')).toThrow('row 0 pair: is not a text');
  });
});
