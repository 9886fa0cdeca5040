import { IntegerField } from '@app/tooling';
import { LimitOrderInput } from './place-order.dto';

/** Arguments of the prompt place_order_with_price_guard. */
export class PriceGuardInput extends LimitOrderInput {
  @IntegerField({
    minimum: 1,
    maximum: 5_000,
    description: 'How far the price may be from the middle of the book, in basis points; default 100',
  })
  max_deviation_bps = 100;
}
