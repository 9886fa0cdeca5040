import { NODE_ROUTES } from '@app/node-api';
import { classOf } from './request-class';

const ACTIONS = '/v2/history/get_actions';
const DELTAS = '/v2/history/get_deltas';

describe('the class of a request', () => {
  it.each([
    [ACTIONS, {}],
    [ACTIONS, { account: 'alice', filter: 'token:transfer', limit: '100', skip: '1000', simple: 'true' }],
    [ACTIONS, { after: '2025-01-01T00:00:00.000Z', sort: 'asc' }],
    [ACTIONS, { block_num: '100-200', '@timestamp': '1767225600000', sortedBy: 'block_num:asc' }],
    ['/v1/history/get_actions', { account_name: 'alice', pos: -1, offset: -20 }],
    [DELTAS, { code: 'dex', table: 'orders', scope: 'dex' }],
    [DELTAS, { payer: 'alice' }],
    ['/v2/state/get_links', { account: 'alice', limit: '1000' }],
    ['/v2/state/get_tokens', { account: 'alice', contract: 'token' }],
    ['/v2/state/get_account', { account: 'alice', limit: '100' }],
    ['/v2/state/get_voters', { is_proxy: 'true', limit: '1000' }],
    ['/v2/state/get_voters', { producer: 'alice', is_proxy: 'false' }],
    ['/v2/history/get_transaction', { id: 'ab' }],
  ])('%s of %j is cheap', (route, parameters) => {
    expect(classOf(route, parameters)).toBe('cheap');
  });

  it.each([
    [ACTIONS, { account: 'alice', limit: '1000' }],
    [ACTIONS, { account: 'alice', skip: '10000' }],
    [ACTIONS, { account: 'alice', track: 'true' }],
    [ACTIONS, { 'act.data.memo': 'x' }],
    [ACTIONS, { 'transfer.to': 'bob' }],
    [ACTIONS, { filter: ['a:b', 'c:d'] }],
    [ACTIONS, { limit: 'many' }],
    [ACTIONS, { block_num: '5,9' }],
    [ACTIONS, { block_num: ['5', '9'] }],
    [ACTIONS, { '@timestamp': '!1767225600000' }],
    [ACTIONS, { global_sequence: '5 9' }],
    ['/v1/history/get_actions', { account_name: 'alice', parent: 5 }],
    [DELTAS, { code: 'dex', primary_key: '7' }],
    [DELTAS, { code: '!dex' }],
    [DELTAS, { code: 'dex', payer: 'alice' }],
    [DELTAS, { scope: 'dex' }],
    ['/v2/state/get_links', {}],
    ['/v2/state/get_links', { account: 'alice', action: 'x' }],
    ['/v2/stats/get_missed_blocks', {}],
    ['/v2/state/get_tokens', { account: 'alice', block_num: '5' }],
    ['/v2/state/get_account', { account: 'alice', limit: '1000' }],
    ['/v2/state/get_voters', { producer: 'alice,bob' }],
    ['/v2/state/get_voters', { producer: 'alice', is_proxy: 'true' }],
    ['/v2/state/get_voters', { producer: 'alice', proxy: 'true' }],
    ['/v2/history/get_table_state', { code: 'dex', table: 'orders', block_num: '5' }],
    ['/v2/history/get_transaction', { id: 'ab', proof: 'true' }],
    ['/v2/HISTORY/get_actions/', { account: 'alice' }],
    ['/v2/nothing', {}],
  ])('%s of %j is dear', (route, parameters) => {
    expect(classOf(route, parameters)).toBe('dear');
  });

  it('health, position, documentation and script have no class, and every other route has one', () => {
    const answeredHere = ['/v2/health', '/v2/explorer_metadata', '/v2/get_filters'];
    const here = ['/', '/v2/docs', '/v2/docs/swagger-ui.css', '/v1/chain/get_info', ...answeredHere];
    for (const route of here) expect(classOf(route, {})).toBeUndefined();
    const served = NODE_ROUTES.filter(({ capability }) => ['history', 'trace', 'v2'].includes(capability));
    for (const { path } of served)
      expect([path, classOf(path, {}) === undefined]).toEqual([path, answeredHere.includes(path)]);
  });
});
