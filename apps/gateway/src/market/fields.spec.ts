import {
  DETAIL,
  AMOUNT,
  type FieldRule,
  integer,
  NAME,
  PERMISSION,
  REQUEST_ID,
  testFields,
} from '../testing/field-rules';
import { CancelOrderInput } from './dto/cancel-order.dto';
import { GetBtcPriceInput } from './dto/get-btc-price.dto';
import { GetOrderbookInput } from './dto/get-orderbook.dto';
import { GetOrdersInput } from './dto/get-orders.dto';
import { GetTradesInput } from './dto/get-trades.dto';
import { PlaceOrderInput } from './dto/place-order.dto';

const account = 'alice';
const pair = 'btcusdt';

const PAIR: FieldRule = {
  taken: ['btcusdt', 'nativebtc'],
  refused: [
    ['btcusd', 'must be btcusdt or nativebtc'],
    ['BTCUSDT', 'must be '],
    ['', 'must be '],
    [1, 'must be'],
    [null, 'must be'],
  ],
};
const MANY = integer(1, 200);
const FEED: FieldRule = {
  taken: ['btcusd', 'x', 'x'.repeat(64)],
  absent: 'btcusd',
  refused: [
    ['', 'must not be empty'],
    ['x'.repeat(65), 'must have at most 64 characters, has 65'],
    [1, 'must be a string'],
    ['\ud800', 'is not well-formed Unicode text'],
  ],
};
const SIDE: FieldRule = {
  taken: ['buy', 'sell'],
  refused: [
    ['BUY', 'must be buy or sell'],
    ['', 'must be '],
    [0, 'must be'],
  ],
};

const POST_ONLY: FieldRule = {
  taken: [true, false],
  absent: false,
  refused: [
    ['true', 'must be true or false'],
    [1, 'must be true or false'],
  ],
};

/** Spec 1, section 4, field by field. */
testFields({
  get_orderbook: {
    input: GetOrderbookInput,
    right: { pair },
    fields: { pair: PAIR, depth: { ...MANY, absent: 20 }, detail: DETAIL },
  },
  get_orders: {
    input: GetOrdersInput,
    right: { account },
    fields: { account: NAME, pair: { ...PAIR, absent: undefined } },
  },
  get_trades: {
    input: GetTradesInput,
    right: { pair },
    fields: {
      ...{ pair: PAIR, limit: { ...MANY, absent: 50 }, account: { ...NAME, absent: undefined } },
      before_id: { ...integer(1), absent: undefined },
      detail: DETAIL,
    },
  },
  get_btc_price: { input: GetBtcPriceInput, right: {}, fields: { pair: FEED } },
  place_order: {
    input: PlaceOrderInput,
    right: { account, pair, side: 'sell', price: '80000', amount: '0.001' },
    fields: {
      ...{
        account: NAME,
        pair: PAIR,
        side: SIDE,
        price: AMOUNT,
        amount: AMOUNT,
        permission: PERMISSION,
        request_id: REQUEST_ID,
        detail: DETAIL,
      },
      max_slippage_bps: { ...integer(0, 10_000), absent: undefined },
      post_only: POST_ONLY,
    },
  },
  cancel_order: {
    input: CancelOrderInput,
    right: { account, pair, order_id: 7 },
    fields: {
      account: NAME,
      pair: PAIR,
      order_id: integer(0),
      permission: PERMISSION,
      request_id: REQUEST_ID,
      detail: DETAIL,
    },
  },
});
