import { ACCOUNT_ROUTES } from './account-routes';
import { BITCOIN_ROUTES } from './bitcoin-routes';
import type { AdminRoute } from './admin-route';
import { PRICE_ROUTES } from './price-routes';
import { PRODUCER_ROUTES } from './producer-routes';
import { SIMULATION_ROUTES } from './simulation-routes';
import { SNAPSHOT_ROUTES } from './snapshot-routes';
import { SIGNING_ROUTES } from './signing-routes';
import { TIME_ROUTES } from './time-routes';
import { VIEW_ROUTES } from './view-routes';

/** All admin routes. */
export const ADMIN_ROUTES: readonly AdminRoute[] = [
  ...VIEW_ROUTES,
  ...ACCOUNT_ROUTES,
  ...SIGNING_ROUTES,
  ...BITCOIN_ROUTES,
  ...PRICE_ROUTES,
  ...TIME_ROUTES,
  ...PRODUCER_ROUTES,
  ...SIMULATION_ROUTES,
  ...SNAPSHOT_ROUTES,
];
