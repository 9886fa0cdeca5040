import { flag, integer, text } from '../../nodeos/parameters';
import { endpoint } from '../../nodeos/route';

/** Deferred transactions are switched off, as the protocol does on chains of today: there are never any. */
export const getScheduledTransactions = endpoint(
  { json: flag(), lower_bound: text(), limit: integer(50) },
  () => ({ transactions: [], more: '' }),
);
