import { ACCOUNT_CONTROLS } from './account-controls';
import { BITCOIN_CONTROLS } from './bitcoin-controls';
import type { Control } from './control';
import { PRICE_CONTROLS } from './price-controls';
import { PRODUCER_CONTROLS } from './producer-controls';
import { SNAPSHOT_CONTROLS } from './snapshot-controls';
import { SIGNING_CONTROLS } from './signing-controls';
import { TIME_CONTROLS } from './time-controls';
import { VIEW_CONTROLS } from './view-controls';

/** Everything that can be done to the chain from outside, one row each. */
export const CONTROLS: readonly Control[] = [
  ...VIEW_CONTROLS,
  ...ACCOUNT_CONTROLS,
  ...SIGNING_CONTROLS,
  ...BITCOIN_CONTROLS,
  ...PRICE_CONTROLS,
  ...TIME_CONTROLS,
  ...PRODUCER_CONTROLS,
  ...SNAPSHOT_CONTROLS,
];
