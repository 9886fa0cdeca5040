import { requireServed } from './not-served';

const ACTIONS = '/v2/history/get_actions';
const VOTERS = '/v2/state/get_voters';

it.each([
  [VOTERS, 'sortedBy'],
  [ACTIONS, 'match_fuzziness'],
  [VOTERS, 'match_operator'],
  [VOTERS, '@timestamp'],
  [VOTERS, 'data.proxy'],
  ['/v2/history/get_deltas', '@accounts.amount'],
  ['/v2/history/get_deltas', 'block_id'],
  ['/v2/history/get_schedule', 'sort'],
  ['/v2/state/get_links', 'permissions'],
  [ACTIONS, 'account[]'],
  [VOTERS, 'producer[0]'],
])('%s refuses %s by name', (path, name) => {
  expect(() => requireServed(path, ['limit', name])).toThrow(`${name}: is not served`);
});

it.each([
  [ACTIONS, ['act.data.memo', '@transfer.to', 'sort', 'sortedBy', '@timestamp']],
  [VOTERS, ['limit', 'utm_source', 'toString', '_']],
])('%s takes or ignores %j', (path, names) => {
  expect(() => requireServed(path, names)).not.toThrow();
});
