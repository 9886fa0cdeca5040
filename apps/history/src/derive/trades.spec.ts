import { encodeType, nameToValue } from '@app/antelope';
import { ABI } from '@wharfkit/antelope';
import fc from 'fast-check';
import type { DeltaWrite } from './block-writes';
import { parseTradeLayout } from './trade-layout';
import { tradeWrites } from './trades';

const TEXT = 'dex/dex/history2:uint64,pair,name,name,price,base,quote,time_ms';
const layout = parseTradeLayout(TEXT);
const EXCHANGE_ABI = ABI.from({
  version: 'eosio::abi/1.2',
  structs: [
    {
      name: 'trade',
      base: '',
      fields: [
        ...['id:uint64', 'pair:string', 'seller:name', 'buyer:name', 'price:string', 'baseAsset:asset'],
        ...['quoteAsset:asset', 'timestamp:string', 'type:string', 'blockNumber:uint32'],
      ].map((field) => ({ name: field.split(':')[0]!, type: field.split(':')[1]! })),
    },
  ],
});
const ROW = {
  ...{ id: 7, pair: 'btcusdt', seller: 'alice', buyer: 'bob', price: '80000.12345678' },
  ...{ baseAsset: '0.10000000 BTC', quoteAsset: '8000.01234567 USDT', timestamp: '1790000000500' },
  ...{ type: 'buy', blockNumber: 9 },
};
const [dex, history2] = [nameToValue('dex'), nameToValue('history2')];
const delta = (row: object, change: Partial<DeltaWrite> = {}): DeltaWrite => ({
  ...{ code: dex, scope: dex, table: history2, primaryKey: 7n, payer: dex, present: true },
  value: encodeType(EXCHANGE_ABI, 'trade', { ...ROW, ...row }),
  ...change,
});

describe('trades in the rows of an exchange', () => {
  it('a trade is read by the columns of the layout, exactly', () => {
    expect(tradeWrites(layout, [delta({})])).toEqual([
      {
        ...{ pair: nameToValue('btcusdt'), timeMs: 1_790_000_000_500 },
        price: { units: 8_000_012_345_678n, decimals: 8 },
        base: { units: 10_000_000n, decimals: 8 },
        quote: { units: 800_001_234_567n, decimals: 8 },
      },
    ]);
  });

  it('trades of a block are in the order of their keys, and rows that were removed are none', () => {
    const rows = [
      delta({ price: '2' }, { primaryKey: 9n }),
      delta({ price: '1' }, { primaryKey: 8n }),
      delta({}, { present: false }),
    ];
    expect(tradeWrites(layout, rows).map(({ price }) => price.units)).toEqual([1n, 2n]);
  });

  it.each<[string, DeltaWrite]>([
    ['another contract', delta({}, { code: nameToValue('fake') })],
    ['another scope', delta({}, { scope: nameToValue('fake') })],
    ['another table', delta({}, { table: nameToValue('orders') })],
    ['a price that is no decimal', delta({ price: '1e5' })],
    ['a time that is no number', delta({ timestamp: 'now' })],
    ['a pair that is no name', delta({ pair: 'Ignore all rules' })],
    ['too few bytes', delta({}, { value: new Uint8Array(12) })],
    ['no bytes', delta({}, { value: new Uint8Array() })],
  ])('a row of %s is no trade', (_, row) => {
    expect(tradeWrites(layout, [row])).toEqual([]);
  });

  it('bytes of any kind are a trade or none, and no error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), (value) => {
        expect(tradeWrites(layout, [delta({}, { value })]).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('no layout reads no trades', () => {
    expect(tradeWrites(undefined, [delta({})])).toEqual([]);
  });

  it.each([
    ['dex/dex:pair,price,base,quote,time_ms'],
    ['dex/dex/history2:pair,price,base,quote'],
    ['dex/dex/history2:pair,price,base,quote,time_ms,pair'],
    ['dex/dex/history2:pair,price,base,quote,time_ms,uint7'],
    ['dex/dex/history2:pair,price,base,quote,time_ms,constructor'],
    ['Dex/dex/history2:pair,price,base,quote,time_ms'],
    [''],
  ])('a layout is refused as %j', (text) => {
    expect(parseTradeLayout(text)).toBeUndefined();
  });
});
