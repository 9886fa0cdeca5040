import { CHAIN_ROUTES } from './chain-routes';
import { HISTORY_ROUTES, INDEXED_ROUTES, STREAM_CLIENT, TRACE_ROUTES } from './indexed-routes';
import { type NodeRoute, slow } from './node-route';
import { STATE_ROUTES } from './state-routes';
import { STATS_ROUTES } from './stats-routes';
import { TABLE_ROUTES } from './table-routes';

/** The routes of a node change with its configuration only. */
const APIS_SECONDS = 60;

/** Every route of the node query API, each path once. */
export const NODE_ROUTES: readonly NodeRoute[] = [
  ...CHAIN_ROUTES,
  ...HISTORY_ROUTES,
  ...TRACE_ROUTES,
  ...INDEXED_ROUTES,
  ...STATE_ROUTES,
  ...TABLE_ROUTES,
  ...STATS_ROUTES,
  STREAM_CLIENT,
  {
    path: '/v1/node/get_supported_apis',
    methods: ['GET', 'POST'],
    capability: 'chain',
    call: 'account',
    cache: slow(APIS_SECONDS),
    retry: 'read',
    errors: 'nodeos',
    summary: 'Routes of the node',
  },
];
