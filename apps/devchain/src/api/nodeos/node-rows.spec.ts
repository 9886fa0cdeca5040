import { createRouter } from '../../http/router';
import { nodeRows, unmatched } from './node-rows';
import { integer, name } from './parameters';
import { endpoint, type InputRule, type Node, type Route } from './route';

const echo = endpoint({ account: name, limit: integer(10) }, (_node, parameters) => parameters);
const route = (path: string, input: InputRule): Route => ({ ...echo, path, input, status: 200 });
const logFailure = (path: string, error: unknown): never => {
  throw new Error(path, { cause: error });
};
const handle = createRouter(
  nodeRows([route('/v1/echo', 'required'), route('/v2/echo', 'query')], {} as Node, logFailure),
  unmatched,
);

async function send(method: string, target: string, sent = ''): Promise<[status: number, body: unknown]> {
  const { status, body } = await handle(target, sent, { method });
  return [status, JSON.parse(String(body))];
}

describe('routes of a node', () => {
  it('nodeRows reads the parameters of a query route from the query, as those of a body', async () => {
    expect(await send('GET', '/v2/echo?account=alice&limit=2')).toEqual([
      200,
      { account: 'alice', limit: 2 },
    ]);
    expect(await send('GET', '/v2/echo')).toEqual([200, { account: '', limit: 10 }]);
    expect(await send('GET', '/v2/echo?account=alice&account=bob')).toMatchObject([200, { account: 'bob' }]);
    expect(await send('POST', '/v1/echo', '{"account":"alice"}')).toEqual([
      200,
      { account: 'alice', limit: 10 },
    ]);
  });

  it.each(['account=NO!', 'limit=many'])(
    'nodeRows refuses the query %s with nodeos’ error body',
    async (query) => {
      expect(await send('GET', `/v2/echo?${query}`)).toMatchObject([
        400,
        { error: { details: [{ message: 'Unable to parse valid input from the query', method: 'echo' }] } },
      ]);
    },
  );

  it('nodeRows answers GET and HEAD of a query route, and 404 for other methods', async () => {
    expect(await send('HEAD', '/v2/echo')).toMatchObject([200, {}]);
    expect(await send('POST', '/v2/echo')).toMatchObject([404, { message: 'Not Found' }]);
  });

  it('nodeRows answers a body route by any method, and 404 for a target with a query', async () => {
    expect(await send('PUT', '/v1/echo', '{"limit":1}')).toMatchObject([200, { limit: 1 }]);
    expect(await send('POST', '/v1/echo?', '{"limit":1}')).toMatchObject([404, { message: 'Not Found' }]);
  });
});
