import { PAIR_NAMES, type PairName } from '@app/networks';
import {
  AccountField,
  AmountField,
  BooleanField,
  EnumField,
  IntegerField,
  NetworkInput,
  PermissionField,
} from '@app/tooling';
import { SIDES, type Side } from '../../table-rows/open-order';
import { RequestIdField } from '../../composing/requests/request-id-field';

/** The terms of a limit order. */
export class LimitOrderInput extends NetworkInput {
  @AccountField({ description: 'Account that trades, and signs' })
  account!: string;

  @EnumField(PAIR_NAMES, { description: 'Pair to trade', example: 'btcusdt' })
  pair!: PairName;

  @EnumField(SIDES, { description: 'buy locks the quote token, sell the base token', example: 'sell' })
  side!: Side;

  @AmountField({
    description: 'Quote per base: USDT with up to 8 decimals for btcusdt, BTC with up to 10 for nativebtc',
    example: '80000',
  })
  price!: string | number;

  @AmountField({
    description: 'Amount of the base token: BTC (8 decimals) for btcusdt, NATIVE (4) for nativebtc',
    example: '0.001',
  })
  amount!: string | number;

  @PermissionField()
  permission = 'active';
}

export class PlaceOrderInput extends LimitOrderInput {
  @IntegerField({
    optional: true,
    maximum: 10_000,
    description:
      'Refuse when the average price of the fills in the dry run is more basis points worse than the best price',
    example: 50,
  })
  max_slippage_bps?: number;

  @BooleanField({ description: 'Refuse when anything trades in the dry run', default: false })
  post_only = false;

  @RequestIdField()
  request_id?: string;
}
