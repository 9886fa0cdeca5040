// Which folder may import which: read by eslint.config.mjs, which enforces it, and by the page docs/reference/import-rules.md.

/** A lib is listed with the libs, or the faces of libs, that it may import. */
export const LIBS = {
  'api-page': ['program'],
  antelope: [],
  bitcoin: [],
  client: [],
  'node-api': [],
  redis: [],
  program: ['redis'],
  operations: ['program', 'redis'],
  ship: ['antelope'],
  networks: ['antelope', 'program'],
  tracing: ['operations'],
  'rate-limit': ['operations', 'redis'],
  upstream: ['antelope', 'networks/node-config', 'operations/core', 'redis'],
  // Its specs alone import the values of the chain.
  tooling: ['antelope'],
  'chain-tools': ['antelope', 'rate-limit', 'operations', 'tooling'],
  prices: ['antelope', 'networks', 'upstream', 'operations'],
  proposals: ['antelope', 'networks', 'upstream', 'operations'],
};
/** Faces of a lib beside its index.ts and its folder testing: without what costs memory, or needs one package more. */
const OTHER_FACES = [
  ...['client/src/keys.ts', 'networks/src/node-config.ts', 'operations/src/clock.ts'],
  ...['operations/src/core.ts', 'tooling/src/json/exact-number.ts', 'upstream/src/redis.ts'],
];
/** The packages with borders: the face of each is all that others import of it, and none of it needs the packages left out. */
export const PACKAGES = {
  tooling: { faces: ['index', 'json/exact-number'], without: ['express', 'ioredis', 'pino', 'prom-client'] },
  upstream: { faces: ['index', 'redis'], without: ['@nestjs/', 'express', 'prom-client', 'pino'] },
};
/** Functions inside a lib whose results a suite checks beside the gateway's: no program needs them. */
const CHECKED_FUNCTIONS = [
  'operations/src/management/sender.ts',
  'tooling/src/mcp/protocols/classification.ts',
  'upstream/src/cache/packed-answer.ts',
  'upstream/src/client/answers',
  'upstream/src/node/info.ts',
  'upstream/src/node/node-reply.ts',
  'upstream/src/push/transaction-answers.ts',
];
/** Parts of the libs that suites and their harness may import; the suite of the libs tests their insides. */
export const LIB_FACES = [
  ...Object.keys(LIBS).flatMap((lib) => [`${lib}/src/index.ts`, `${lib}/testing`]),
  ...OTHER_FACES,
  ...CHECKED_FUNCTIONS,
];
export const APPS = ['gateway', 'devchain', 'history', 'console', 'signer'];
/** The parts of the gateway's platform that a feature may import: errors and the types and paths of surfaces. */
const PLATFORM_FACE = ['platform/errors', 'platform/surface.ts', 'platform/surface-paths.ts'];
const COMPOSE_FOLDERS = ['network', 'lookups', 'composing', 'table-rows', 'formatting', ...PLATFORM_FACE];
/** The folders of the gateway, each with the folders it may import. Features are those with PLATFORM_FACE. */
export const GATEWAY_FOLDERS = {
  http: [],
  json: [],
  formatting: [],
  'table-rows': [],
  chains: [],
  profile: ['chains', 'table-rows'],
  network: ['chains', 'formatting', 'profile'],
  lookups: ['network', 'table-rows', 'formatting'],
  composing: ['chains', 'network', 'lookups', 'table-rows', 'formatting'],
  platform: ['http', 'json'],
  'kept-answers': ['json', ...PLATFORM_FACE],
  reload: ['chains', 'composing', 'formatting', 'kept-answers', 'network', 'profile'],
  management: ['http', 'chains', 'reload'],
  account: [...COMPOSE_FOLDERS, 'profile/development-node.ts'],
  bridge: COMPOSE_FOLDERS,
  lending: COMPOSE_FOLDERS,
  market: COMPOSE_FOLDERS,
  plans: COMPOSE_FOLDERS,
  'node-proxy': ['chains', 'network', 'json', ...PLATFORM_FACE],
  relay: COMPOSE_FOLDERS,
  // Reads what the tools read, by the services of these features.
  events: [
    ...COMPOSE_FOLDERS,
    ...['market/market.module.ts', 'market/market.service.ts', 'market/market-answers.ts'],
    ...['lending/lending.module.ts', 'lending/loans/loans.service.ts', 'lending/loans/dto/get-loans.dto.ts'],
    'lending/in-flight/bridge-rows.ts',
    ...['relay/relay.module.ts', 'relay/executed-transactions.ts'],
  ],
  // Streams of events, to receivers that the operator named.
  webhooks: ['chains', 'events', 'reload/file-watch.ts', ...PLATFORM_FACE],
  mcp: ['chains', 'network', 'formatting', 'json', 'kept-answers', ...PLATFORM_FACE],
  docs: ['chains', 'formatting', ...PLATFORM_FACE],
  health: PLATFORM_FACE,
};
/** The folders of the development chain above its contracts, each with the folders it may import. */
export const DEVCHAIN_FOLDERS = {
  http: ['settings.ts'],
  client: ['contracts', 'kernel'],
  genesis: ['client', 'contracts', 'kernel'],
  operators: ['genesis', 'client', 'contracts', 'kernel'],
  simulation: ['operators', 'genesis', 'client', 'contracts', 'kernel'],
  admin: ['http', 'operators', 'genesis', 'client', 'contracts', 'kernel', 'settings.ts'],
  api: ['http', 'kernel'],
  ship: ['http', 'kernel'],
};
const STORE_FACE = [
  'store/port.ts',
  'store/records.ts',
  'store/queries.ts',
  'store/page-bytes.ts',
  'store/errors.ts',
];
/** Folders that a subject of the history node may import; never another subject. */
const HISTORY_SHARED = ['answers', 'decoding', 'derive', 'envelope', 'http', 'parameters', ...STORE_FACE];
/** Parts of the store by which a route reads a list of the state, or asks a question: its SQL is in the file of the route. */
const STATE_LISTS = [
  'store/state-list.ts',
  'store/question.ts',
  'store/positions.ts',
  'store/sql/reading',
  'store/sql/cursor.ts',
  'store/sql/in-list.ts',
  'store/sql/session.ts',
  'store/sql/values.ts',
  'store/sql/blobs.ts',
];
const HISTORY_SUBJECTS = ['accounts', 'actions', 'health', 'keys', 'proposals', 'trace', 'transactions'];
/** The folders of the history node, each with the folders it may import. */
export const HISTORY_FOLDERS = {
  derive: [],
  store: ['derive'],
  answers: ['derive', ...STORE_FACE],
  segments: [],
  'node-files': [],
  snapshots: ['derive/block-writes.ts', 'derive/state-rows.ts'],
  follow: ['derive', 'node-files', 'segments', 'snapshots', ...STORE_FACE],
  // The program that writes and checks archives.
  exporting: ['follow', 'segments', ...STORE_FACE],
  parameters: ['derive', ...STORE_FACE],
  decoding: ['answers', 'derive', ...STORE_FACE],
  envelope: ['answers', 'decoding', ...STORE_FACE],
  http: ['parameters', ...STORE_FACE],
  stream: HISTORY_SHARED,
  archives: ['segments'],
  serving: ['follow/follow-status.ts', 'store', 'stream/index-events.ts'],
  // Decoded transfers of the cold tier, and the program that asks for them by SQL.
  'cold-sql': ['actions/transfer-members.ts', 'answers', 'decoding', 'derive', 'settings.schema.ts', 'store'],
  indexing: [
    'cold-sql/transfer-maker.ts',
    'derive',
    'follow',
    'http/post-to-node.ts',
    'serving/history-changes.ts',
    'store',
    'stream/index-events.ts',
  ],
  threads: [
    'decoding',
    'history.module.ts',
    'http',
    'management/history-metrics.ts',
    'parameters',
    'serving/history-changes.ts',
    'settings.ts',
    'store',
  ],
  management: ['follow/follow-status.ts', 'serving/history-changes.ts', 'settings.schema.ts'],
  routes: [...HISTORY_SHARED, ...STATE_LISTS],
  proofs: ['decoding', 'http', 'parameters', ...STORE_FACE],
  ...Object.fromEntries(HISTORY_SUBJECTS.map((subject) => [subject, [...HISTORY_SHARED, 'routes']])),
  actions: [...HISTORY_SHARED, 'proofs', 'routes'],
  transactions: [...HISTORY_SHARED, 'proofs', 'routes'],
};
/** The folders of the console, each with the folders it may import. */
const CONSOLE_SHARED = ['app/location.ts', 'chain', 'gateway', 'ui', 'values'];
export const CONSOLE_FOLDERS = {
  values: [],
  chain: ['gateway/network-facts.ts', 'values'],
  gateway: ['app/location.ts', 'values'],
  ui: ['app/location.ts', 'gateway', 'values'],
  views: CONSOLE_SHARED,
  wallet: ['gateway', 'values'],
  // The page of the MCP App: it has no gateway to ask and no address of its own.
  'mcp-app': ['ui/clock.ts', 'ui/facts.tsx', 'ui/foreign-json.tsx', 'ui/texts.tsx', 'values'],
  app: ['gateway', 'ui', 'values', 'views'],
};
/** Files of the libs that run in a browser and that the console imports: no Node, no keys, no packages of a server. */
export const BROWSER_PARTS = [
  ...[
    'bytes',
    'transactions/pack.ts',
    'transactions/signing.ts',
    'transactions/transaction.ts',
    'values',
  ].map((part) => `antelope/src/${part}`),
  ...[
    'chain',
    'index.ts',
    'refused-unsent.ts',
    'tool-error.ts',
    'tool-requests.ts',
    'verify/expected-actions.ts',
  ].map((part) => `client/src/${part}`),
];
/** The folders of libs/tooling, each with the folders it may import. None knows a chain: they import no other lib. */
export const TOOLING_FOLDERS = {
  errors: [],
  schema: [],
  json: ['errors'],
  validate: ['errors', 'schema'],
  declare: ['errors', 'schema', 'validate'],
  mcp: ['errors', 'schema', 'json', 'declare'],
};
/** The folders of libs/upstream, each with the folders it may import. */
export const UPSTREAM_FOLDERS = {
  node: [],
  cordon: [],
  pool: ['node'],
  cache: [],
  push: ['pool', 'node'],
  stream: ['pool', 'node'],
  verify: ['pool', 'node'],
  client: ['push', 'stream', 'verify', 'cache', 'pool', 'node'],
};
