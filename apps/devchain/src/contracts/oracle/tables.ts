import { list, struct } from '../../kernel/sdk/abi/containers';
import { uint32 } from '../../kernel/sdk/abi/integers';
import { name, string, timePointSec } from '../../kernel/sdk/abi/scalars';
import { table } from '../../kernel/sdk/table';
import { nameKey } from '../shared/table-keys';

/** Accounts that may submit, in the scope of the oracle. */
export const feedersTable = table({
  name: 'feeders',
  row: struct('feeder', { feeder: name, registered_at: timePointSec }),
  primaryKey: nameKey('feeder'),
});

/** The last submission of every feeder; the scope is the pair. */
export const submissionsTable = table({
  name: 'submissions',
  row: struct('submission', {
    feeder: name,
    /** Decimal string in USD. */
    price: string,
    round: uint32,
    submitted_at: timePointSec,
  }),
  primaryKey: nameKey('feeder'),
});

/** The prices in force, in the scope of the oracle. */
export const pricesTable = table({
  name: 'aggfeeds',
  row: struct('aggregate', {
    pair: string,
    /** Decimal string in USD. */
    price: string,
    /** When the round was last counted. */
    updated_at: timePointSec,
    round: uint32,
    /** The feeders whose average it is. */
    feeders: list(name),
  }),
  primaryKey: nameKey('pair'),
});
