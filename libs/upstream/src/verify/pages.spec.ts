import type { NodeRequest } from '../node/node-request';
import { cutAt, withLimit } from './pages';

const page = (rows: readonly number[], more: unknown) => ({ rows: rows.map((id) => ({ id })), more });

describe('cutAt', () => {
  it('cutAt is the length of a page that is the beginning of another one and says that more rows follow', () => {
    expect(cutAt(page([1], true), page([1, 2, 3], false))).toBe(1);
    expect(cutAt(page([1, 2, 3], true), page([1, 2], true))).toBe(2);
    expect(cutAt(page([1], 'scope'), page([1, 2], ''))).toBe(1);
  });

  it.each([
    ['of the same length', page([1, 2], true), page([1, 2], false)],
    ['that says it is the last one', page([1], false), page([1, 2], false)],
    ['of scopes that says it is the last one', page([1], ''), page([1, 2], '')],
    ['with another row', page([2], true), page([1, 2], false)],
    ['without a row', page([], true), page([1, 2], false)],
    ['beside an answer that is no page', page([1], true), ['1.0000 ABC']],
    ['beside an absent account', page([1], true), Symbol('absent')],
  ])('cutAt is undefined for a page %s', (_, one, other) => {
    expect(cutAt(one, other)).toBeUndefined();
    expect(cutAt(other, one)).toBeUndefined();
  });
});

describe('withLimit', () => {
  const request = (body: NodeRequest['body']): NodeRequest => ({
    method: 'POST',
    path: '/v1/chain/get_table_rows',
    call: 'table',
    ...(body === undefined ? {} : { body }),
  });

  it('withLimit changes the limit alone', () => {
    expect(withLimit(request('{"code":"a","limit":50,"lower_bound":"7"}'), 3)).toEqual(
      request('{"code":"a","limit":3,"lower_bound":"7"}'),
    );
    expect(withLimit(request('{}'), 3)).toEqual(request('{"limit":3}'));
  });

  it.each([
    ['is no text', Buffer.from('{}')],
    ['is absent', undefined],
    ['is no object', '[1]'],
    ['has an integer that would lose digits', '{"lower_bound": 18446744073709551615}'],
  ])('withLimit changes no request whose body %s', (_, body) => {
    expect(withLimit(request(body), 3)).toBeUndefined();
  });
});
