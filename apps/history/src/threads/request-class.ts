/** Requests of one class have threads of their own, so that no cheap one waits for a dear one. */
export type RequestClass = 'cheap' | 'dear';

type Parameters = Readonly<Record<string, unknown>>;

/** Routes of the thread of connections: they read the position of the index at most, or a file. */
const HERE = new Set([
  '/',
  '/v2',
  '/v2/',
  '/v2/health',
  '/v2/explorer_metadata',
  '/v2/get_filters',
  '/v1/chain/get_info',
  '/v1/node/get_supported_apis',
  '/stream-client.js',
]);
const DOCUMENTATION = '/v2/docs';
/** Files are sent by the system, and take this thread no time. */
const ARCHIVE = '/archive/';

const MAX_LIMIT = 100;
const MAX_SKIP = 1_000;
const MAX_FILTERS = 8;

const PAGE = ['limit', 'skip', 'sort', 'cursor'];
const RANGE = ['after', 'before', 'block_num'];
const SHAPE = ['simple', 'noBinary', 'checkLib', 'hot_only'];
/** Members of actions that bound what is read, as one value or range of each. */
const ACTION_BOUNDS = ['block_num', '@timestamp', 'global_sequence', 'trx_id'];
const ACTIONS = [...PAGE, 'sortedBy', ...RANGE, ...ACTION_BOUNDS, ...SHAPE, 'account', 'filter'];
const LEGACY_ACTIONS = ['account_name', 'pos', 'offset', 'filter', 'sort', 'after', 'before'];
const DELTAS = [...PAGE, ...RANGE, 'code', 'scope', 'table', 'payer'];

const given = (parameters: Parameters): string[] =>
  Object.keys(parameters).filter((name) => parameters[name] !== undefined && parameters[name] !== '');

const isOneText = (value: unknown): value is string =>
  typeof value === 'string' && !/[,!]|\S\s+\S/.test(value);

/** Whether a number is not above the limit; a missing one has a small default. Others are refused by the route. */
const isAtMost = (value: unknown, limit: number): boolean =>
  value === undefined || Math.abs(Number(value)) <= limit;

const isSmallPage = ({ limit, skip, offset, pos }: Parameters): boolean =>
  isAtMost(limit, MAX_LIMIT) &&
  isAtMost(offset, MAX_LIMIT) &&
  isAtMost(skip, MAX_SKIP) &&
  isAtMost(pos, MAX_SKIP);

const hasOnly = (parameters: Parameters, known: readonly string[]): boolean =>
  given(parameters).every((name) => known.includes(name));

const hasFewFilters = ({ filter = '' }: Parameters): boolean =>
  typeof filter === 'string' && filter.split(',').length <= MAX_FILTERS;

const isPage = (known: readonly string[]) => (parameters: Parameters) =>
  hasOnly(parameters, known) && isSmallPage(parameters) && hasFewFilters(parameters);

/** Several values of a member are no bound: every action is compared with them. */
const isPageOfActions = (parameters: Parameters): boolean =>
  ACTION_BOUNDS.every((name) => parameters[name] === undefined || isOneText(parameters[name])) &&
  isPage(ACTIONS)(parameters);

/** A page of the rows of a table, a scope of it, or a payer: each has an index. */
function isPageOfDeltas(parameters: Parameters): boolean {
  const { code, scope, table, payer } = parameters;
  const names = [code, scope, table, payer].filter((name) => name !== undefined && name !== '');
  if (!names.every(isOneText) || (payer !== undefined && names.length > 1)) return false;
  return (scope === undefined || code !== undefined) && isPage(DELTAS)(parameters);
}

/** A list by one of these members alone. */
const isListBy = (members: readonly string[]) => (parameters: Parameters) => {
  const conditions = given(parameters).filter((name) => !PAGE.includes(name));
  return (
    conditions.length === 1 && isOneText(parameters[members.find((name) => name === conditions[0]) ?? ''])
  );
};

/** All voters, all proxies, or the voters of one producer: others are looked for one by one. */
const isListOfVoters = ({ producer, is_proxy, proxy }: Parameters): boolean =>
  producer === undefined || (isOneText(producer) && is_proxy !== 'true' && proxy !== 'true');

const always = (): boolean => true;

/** Routes, and whether a request is answered by some pages of an index. All others are dear, also those that do not exist. */
const CHEAP = new Map<string, (parameters: Parameters) => boolean>([
  ['/v2/history/get_actions', isPageOfActions],
  ['/v1/history/get_actions', isPage(LEGACY_ACTIONS)],
  ['/v2/history/get_deltas', isPageOfDeltas],
  ['/v2/state/get_links', isListBy(['account', 'code', 'permission'])],
  ['/v2/state/get_proposals', isListBy(['proposer', 'proposal', 'account'])],
  ['/v2/history/get_blocks', isPage([...PAGE, 'block_num', 'block_id', 'after', 'before'])],
  ['/v2/history/get_table_state', isPage([...PAGE, 'code', 'table', 'scope', 'primary_key', 'after_key'])],
  ['/v2/state/get_table_rows', isPage([...PAGE, 'contract', 'table', 'scope', 'primary_key'])],
  // A proof reads the whole block, and waits for the node.
  ['/v2/history/get_transaction', ({ proof }) => proof === undefined],
  ['/v2/state/get_tokens', ({ block_num }) => block_num === undefined],
  ['/v2/state/get_account', isSmallPage],
  ['/v2/state/get_voters', isListOfVoters],
  ['/v2/history/get_schedule', (parameters) => hasOnly(parameters, ['version'])],
  ...[
    '/v1/history/get_controlled_accounts',
    '/v1/history/get_key_accounts',
    '/v1/history/get_transaction',
    '/v1/trace_api/get_transaction_trace',
    '/v2/history/check_transaction',
    '/v2/history/get_abi_snapshot',
    '/v2/history/get_block',
    '/v2/history/get_candles',
    '/v2/history/get_created_accounts',
    '/v2/history/get_creator',
    '/v2/state/get_key_accounts',
    '/v2/state/get_top_holders',
  ].map((route) => [route, always] as const),
]);

/** The class of a request by its route and parameters. Undefined: this thread answers it. */
export function classOf(route: string, parameters: Parameters): RequestClass | undefined {
  const isHere = HERE.has(route) || route === DOCUMENTATION;
  if (isHere || [`${DOCUMENTATION}/`, ARCHIVE].some((folder) => route.startsWith(folder))) return undefined;
  return CHEAP.get(route)?.(parameters) === true ? 'cheap' : 'dear';
}
