import { NODE_ROUTES } from '@app/node-api';
import { completeList } from '../completion/complete-list';
import { type CompleteBody, completePush, withDefaults } from '../completion/with-defaults';
import type { MirrorRoute } from '../route';

/** nodeos asks for at least one member where every member is optional. */
const PACKED_ROWS = withDefaults({ json: false });

const COMPLETIONS: Readonly<Record<string, CompleteBody>> = {
  '/v1/chain/get_producers': PACKED_ROWS,
  '/v1/chain/get_scheduled_transaction': PACKED_ROWS,
  '/v1/chain/get_scheduled_transactions': PACKED_ROWS,
  '/v1/chain/push_transaction': completePush,
  '/v1/chain/push_transactions': completeList,
  '/v1/chain/send_transaction': completePush,
};

/** Every route of the mirror: a row of libs/node-api. */
export const MIRROR_ROUTES: readonly MirrorRoute[] = NODE_ROUTES.filter(
  ({ isMirrored }) => isMirrored !== false,
).map((route) => {
  const complete = COMPLETIONS[route.path];
  return complete === undefined ? route : { ...route, complete };
});
