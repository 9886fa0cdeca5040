import { MIRROR_ROUTES } from './routes';

/** The routes that the node query API documents. */
const DOCUMENTED = {
  GET: [
    ...['/v2/health', '/stream-client.js', '/v2/stats/get_missed_blocks'],
    ...['abi_snapshot', 'actions', 'created_accounts', 'creator', 'deltas', 'schedule', 'transaction'].map(
      (name) => `/v2/history/get_${name}`,
    ),
    ...['account', 'key_accounts', 'links', 'proposals', 'tokens', 'voters'].map(
      (name) => `/v2/state/get_${name}`,
    ),
  ],
  POST: [
    ...['/v2/state/get_key_accounts', '/v1/trace_api/get_block'],
    ...['actions', 'controlled_accounts', 'key_accounts', 'transaction'].map(
      (name) => `/v1/history/get_${name}`,
    ),
    ...[
      'abi_bin_to_json',
      'abi_json_to_bin',
      'push_transaction',
      'push_transactions',
      'send_transaction',
    ].map((name) => `/v1/chain/${name}`),
    ...[
      ...['abi', 'account', 'activated_protocol_features', 'block', 'block_header_state', 'code'],
      ...['currency_balance', 'currency_stats', 'info', 'producers', 'raw_abi', 'raw_code_and_abi'],
      ...['scheduled_transaction', 'table_by_scope', 'table_rows'],
    ].map((name) => `/v1/chain/get_${name}`),
  ],
};

describe('the table of the mirror', () => {
  it.each(
    Object.entries(DOCUMENTED).flatMap(([method, paths]) => paths.map((path) => [method, path] as const)),
  )('the table of the mirror has the documented route %s %s', (method, path) => {
    expect(MIRROR_ROUTES.find((route) => route.path === path)?.methods).toContain(method);
  });

  it('the table of the mirror has each path once', () => {
    const paths = MIRROR_ROUTES.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('the table of the mirror keeps no answer of a push, and takes pushes by POST only', () => {
    const pushes = MIRROR_ROUTES.filter(({ retry }) => retry === 'push');
    expect(pushes).toHaveLength(4);
    for (const { cache, methods } of pushes) expect([cache.kind, ...methods]).toEqual(['never', 'POST']);
  });

  it.each([
    [{ block_num_or_id: '12' }, { number: 12 }],
    [{ block_num_or_id: 12 }, { number: 12 }],
    [{ block_num_or_id: 'ab'.repeat(32) }, { id: 'ab'.repeat(32) }],
    [{ block_num_or_id: '' }, undefined],
    [{ block_num_or_id: '-1' }, undefined],
    [{ block_num_or_id: -1 }, undefined],
    [{ block_num_or_id: -0 }, undefined],
    [{ block_num_or_id: 0 }, undefined],
    [{ block_num_or_id: '0' }, undefined],
    [{ block_num_or_id: '0000' }, undefined],
    [{ block_num_or_id: 1.5 }, undefined],
    [{ block_num_or_id: 1 }, { number: 1 }],
    [{}, undefined],
  ])('the table of the mirror reads the block of %j as %j', (parameters, block) => {
    const cache = MIRROR_ROUTES.find(({ path }) => path === '/v1/chain/get_block')?.cache;
    expect(cache?.kind === 'block' ? cache.blockOf(parameters) : 'no block').toEqual(block);
  });

  it.each([
    ['{"id":"00","number":7,"previous_id":"01","status":"irreversible","transactions":[]}', true],
    ['{ "status" : "irreversible" }', true],
    ['{"id":"00","number":7,"previous_id":"01","status":"pending","transactions":[]}', false],
    ['{"id":"00","transactions":[{"status":"irreversible"}],"status":"pending"}', false],
    ['{"id":"00"}', false],
    ['', false],
  ])('the table of the mirror has the trace %s kept permanently: %s', (answer, isKept) => {
    const cache = MIRROR_ROUTES.find(({ path }) => path === '/v1/trace_api/get_block')?.cache;
    expect(cache?.kind === 'block' && cache.isFinal?.(Buffer.from(answer))).toBe(isKept);
  });
});
