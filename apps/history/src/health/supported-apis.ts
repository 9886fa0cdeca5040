import { NODE_ROUTES, type NodeRoute } from '@app/node-api';

const CHAIN_ROUTES = ['/v1/chain/get_info', '/v1/node/get_supported_apis'];

/** No route of other history nodes: the mirror does not have it. */
const OWN_ROUTES = ['/v2/history/get_candles'];

const isServed = ({ path, capability }: NodeRoute): boolean =>
  capability !== 'chain' || CHAIN_ROUTES.includes(path);

/** Paths of this node, as /v1/node/get_supported_apis lists them: all rows of the node API that need an index. */
export const SUPPORTED_APIS: readonly string[] = [
  ...NODE_ROUTES.filter(isServed).map(({ path }) => path),
  ...OWN_ROUTES,
].sort();
