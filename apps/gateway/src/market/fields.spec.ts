import { formatAmount, MAX_UNITS } from '@app/antelope';
import { readInput } from '@app/tooling';
import { CancelOrderInput } from './dto/cancel-order.dto';
import { GetBtcPriceInput } from './dto/get-btc-price.dto';
import { GetOrderbookInput } from './dto/get-orderbook.dto';
import { GetOrdersInput } from './dto/get-orders.dto';
import { GetTradesInput } from './dto/get-trades.dto';
import { PlaceOrderInput } from './dto/place-order.dto';

/** A field of a tool: values that are taken (with what they are read as, when that is another) and refused. */
interface FieldRow {
  readonly tool: string;
  readonly input: new () => object;
  readonly field: string;
  /** The rest of a right input. */
  readonly rest: Readonly<Record<string, unknown>>;
  readonly taken: readonly unknown[];
  /** What it is when left out; missing: it must be given. */
  readonly absent?: unknown;
  readonly refused: readonly (readonly [value: unknown, reason: string])[];
}

const PAIR = {
  taken: ['btcusdt', 'nativebtc'],
  refused: [
    ['btcusd', 'must be btcusdt or nativebtc'],
    ['BTCUSDT', 'must be '],
    ['', 'must be '],
    [1, 'must be'],
    [null, 'must be'],
  ],
} as const;
const NAME = {
  taken: ['alice', 'a', '5', 'a.b', 'abcdefghijkl'],
  refused: [
    ['', 'must be'],
    ['abcdefghijklm', 'must be'],
    ['Alice', 'must be'],
    ['al6ce', 'must be'],
    ['alice.', 'it ends with a dot'],
    [7, 'must be'],
    [null, 'must be'],
    [['alice'], 'must be'],
  ],
} as const;
const MANY = {
  taken: [1, 200],
  refused: [
    [0, 'must be from 1 to 200'],
    [201, 'must be from 1 to 200'],
    [-1, 'must be from 1 to 200'],
    [1.5, 'must be an integer'],
    ['20', 'must be an integer'],
    [null, 'must be an integer'],
    [true, 'must be an integer'],
  ],
} as const;
const DECIMAL = {
  taken: ['1', '1.50', '0.00000001', 1, 1.5, 1e-8, formatAmount(MAX_UNITS, 8), Number.MAX_SAFE_INTEGER],
  refused: [
    ['0', 'must be greater than zero'],
    ['0.000', 'must be greater than zero'],
    [0, 'must be greater than zero'],
    ['-1', '"-1" is negative'],
    [-1, '"-1" is negative'],
    ['1e3', 'is not a decimal number'],
    ['1,5', 'is not a decimal number'],
    ['.5', 'is not a decimal number'],
    ['01', 'is not a decimal number'],
    [' 1', 'is not a decimal number'],
    ['', 'is not a decimal number'],
    ['NaN', 'is not a decimal number'],
    [2 ** 53, 'send it as a string'],
    [null, 'must be a decimal string or a number'],
    [true, 'must be a decimal string or a number'],
    [['1'], 'must be a decimal string or a number'],
  ],
} as const;
const NETWORK = {
  taken: ['mainnet', 'testnet'],
  absent: 'mainnet',
  refused: [
    ['Mainnet', 'must be mainnet or testnet'],
    [0, 'must be'],
  ],
} as const;

const order = { account: 'alice', pair: 'btcusdt', side: 'sell', price: '80000', amount: '0.001' };
const cancellation = { account: 'alice', pair: 'btcusdt', order_id: 7 };
const TOOLS = {
  get_orderbook: { input: GetOrderbookInput, rest: { pair: 'btcusdt' } },
  get_orders: { input: GetOrdersInput, rest: { account: 'alice' } },
  get_trades: { input: GetTradesInput, rest: { pair: 'btcusdt' } },
  get_btc_price: { input: GetBtcPriceInput, rest: {} },
  place_order: { input: PlaceOrderInput, rest: order },
  cancel_order: { input: CancelOrderInput, rest: cancellation },
} as const;
const row = (
  tool: keyof typeof TOOLS,
  field: string,
  rule: Pick<FieldRow, 'taken' | 'refused' | 'absent'>,
): FieldRow => ({ tool, field, ...TOOLS[tool], ...rule });

/** Spec 1, section 4, field by field. */
const FIELDS: readonly FieldRow[] = [
  row('get_orderbook', 'pair', PAIR),
  row('get_orderbook', 'depth', { ...MANY, absent: 20 }),
  row('get_orders', 'account', NAME),
  row('get_orders', 'pair', { ...PAIR, absent: undefined }),
  row('get_trades', 'pair', PAIR),
  row('get_trades', 'limit', { ...MANY, absent: 50 }),
  row('get_btc_price', 'pair', {
    taken: ['btcusd', 'x', 'x'.repeat(64)],
    absent: 'btcusd',
    refused: [
      ['', 'must not be empty'],
      ['x'.repeat(65), 'must have at most 64 characters, has 65'],
      [1, 'must be a string'],
      ['\ud800', 'is not well-formed Unicode text'],
    ],
  }),
  row('place_order', 'account', NAME),
  row('place_order', 'pair', PAIR),
  row('place_order', 'side', {
    taken: ['buy', 'sell'],
    refused: [
      ['BUY', 'must be buy or sell'],
      ['', 'must be '],
      [0, 'must be'],
    ],
  }),
  row('place_order', 'price', DECIMAL),
  row('place_order', 'amount', DECIMAL),
  row('place_order', 'permission', { ...NAME, absent: 'active' }),
  row('cancel_order', 'account', NAME),
  row('cancel_order', 'pair', PAIR),
  row('cancel_order', 'order_id', {
    taken: [0, 1, Number.MAX_SAFE_INTEGER],
    refused: [
      [-1, 'must be from 0'],
      [2 ** 53, 'must be from 0 to 9007199254740991'],
      [1.5, 'must be an integer'],
      ['7', 'must be an integer'],
      [null, 'must be an integer'],
    ],
  }),
  row('cancel_order', 'permission', { ...NAME, absent: 'active' }),
  ...(Object.keys(TOOLS) as (keyof typeof TOOLS)[]).map((tool) => row(tool, 'network', NETWORK)),
];

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

describe.each(FIELDS)('$field of $tool', ({ input, field, rest, taken, refused, ...row }) => {
  const read = (value: unknown) => readInput(input, { ...rest, [field]: value }) as Record<string, unknown>;
  const others = Object.fromEntries(Object.entries(rest).filter(([name]) => name !== field));

  it.each(taken.map((value) => [value]))('may be %j', (value) => {
    expect(read(value)[field]).toBe(value);
  });

  it.each(refused)('may not be %j', (value, reason) => {
    expect(() => read(value)).toThrow(new RegExp(`^${field}: .*${escaped(reason)}`, 's'));
  });

  it('left out is its default, or told to be missing', () => {
    const without = () => readInput(input, others) as Record<string, unknown>;
    if ('absent' in row) expect(without()[field]).toBe(row.absent);
    else expect(without).toThrow(`${field}: is required`);
  });
});
