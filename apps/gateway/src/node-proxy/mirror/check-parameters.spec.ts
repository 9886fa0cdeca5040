import { checkParameters } from './check-parameters';
import { MIRROR_ROUTES } from './routes/routes';

const problemOf = async (
  method: 'GET' | 'POST',
  path: string,
  parameters: Record<string, unknown>,
): Promise<string | undefined> => {
  const route = MIRROR_ROUTES.find((each) => each.path === path);
  if (route === undefined) throw new Error(`no route ${path}`);
  try {
    await checkParameters(route, { method, path, body: Buffer.alloc(0), parameters });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

const TABLE = '/v1/chain/get_table_rows';
const ACTIONS = '/v2/history/get_actions';

describe('the parameters of a query', () => {
  it.each([
    [{ account: 'alice', limit: '2', skip: '0', simple: 'true', checkLib: 'false' }],
    [{ after: '2026-11-22T12:00:00Z', before: '123' }],
    [{ 'act.name': 'transfer', unknown: 'x' }],
  ])('the parameters %j pass: texts are read as the types of the route', async (query) => {
    expect(await problemOf('GET', ACTIONS, query)).toBeUndefined();
  });

  it.each([
    [{ limit: '0' }, 'limit must not be less than 1'],
    [{ limit: 'x' }, 'limit must be an integer number'],
    [{ filter: 'ab' }, 'filter must be longer than or equal to 3 characters'],
    [{ account: 'a23456789012345' }, 'account must be shorter than or equal to 12 characters'],
    [{ after: 'yesterday' }, 'after must be a time in ISO 8601 or a block number'],
    [{ limit: '' }, 'limit must be an integer number'],
    [{ limit: '1e3' }, 'limit must be an integer number'],
    [{ account: '' }, 'account must be longer than or equal to 1 characters'],
    [{ simple: 'maybe' }, 'simple must be a boolean value'],
    [{ sort: 'up' }, 'sort must be one of the following values: desc, asc, 1, -1'],
  ])('the parameters %j are refused with the reason', async (query, problem) => {
    expect(await problemOf('GET', ACTIONS, query)).toContain(problem);
  });
});

describe('the members of a body', () => {
  it.each([
    [{ code: 'btc.token', scope: 'alice', table: 'accounts' }],
    [{ code: 'dex', limit: '5', index_position: 2, lower_bound: 9, unknown: { deep: [1] } }],
    [{ code: 5, limit: null, scope: null }],
  ])('the members %j pass: a node reads numbers as texts and the reverse', async (body) => {
    expect(await problemOf('POST', TABLE, body)).toBeUndefined();
  });

  it.each([
    [{ code: 'Dex' }, 'code must match'],
    [{ code: 'dex', limit: 0 }, 'limit must not be less than 1'],
    [{ code: 'dex', limit: '0' }, 'limit must not be less than 1'],
  ])('the members %j are refused with the reason', async (body, problem) => {
    expect(await problemOf('POST', TABLE, body)).toContain(problem);
  });

  it('the members of a body may be nested to any depth: they are not traversed', async () => {
    let nested: unknown = 0;
    for (let depth = 0; depth < 100_000; depth += 1) nested = [nested];
    const body = { code: 'dex', action: 'transfer', args: nested };
    expect(await problemOf('POST', '/v1/chain/abi_json_to_bin', body)).toBeUndefined();
  });
});

describe('members that no document names', () => {
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`unknown_${index}`, 'x']));

  it.each([
    ['GET', ACTIONS, { account: 'alice', limit: '0' }],
    ['POST', TABLE, { code: 'dex', table: 'trades', limit: 0 }],
  ] as const)('%s %s reads none of 2000 undocumented members', async (method, path, documented) => {
    const read: PropertyKey[] = [];
    const parameters = new Proxy<Record<string, unknown>>(
      { ...many, ...documented },
      {
        get: (members, name) => {
          read.push(name);
          return Reflect.get(members, name) as unknown;
        },
      },
    );
    expect(await problemOf(method, path, parameters)).toContain('limit must not be less than 1');
    expect(read.filter((name) => String(name).startsWith('unknown_'))).toEqual([]);
  });
});
