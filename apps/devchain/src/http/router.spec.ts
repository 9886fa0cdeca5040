import type { HttpReply } from './http-server';
import { createRouter, type RoutedRequest, type RouteRow, type Surface } from './router';

const text = (status: number, body: string): HttpReply => ({ status, body });
const surface: Surface = {
  refusal: ({ query }) => (query === 'refused' ? text(403, 'refused') : undefined),
  wrongMethod: ({ method }, methods) => text(405, `${method}: ${methods.join(', ')}`),
  failure: (error) => text(500, String(error)),
};
const row = (path: string, run: RouteRow['run'], methods?: readonly string[]): RouteRow => ({
  path,
  run,
  methods,
  surface,
});
const echo = ({ path, query, body, parameters }: RoutedRequest): HttpReply =>
  text(200, JSON.stringify({ path, query, body, parameters }));

const handle = createRouter(
  [
    row('/any', echo),
    row('/thing', () => text(200, 'read'), ['GET']),
    row('/thing', () => text(200, 'written'), ['POST']),
    row('/owners/{owner}', echo, ['GET']),
    row('/throws', () => {
      throw new Error('broken');
    }),
    row('/rejects', () => Promise.reject(new Error('broken later'))),
  ],
  (target) => text(404, target),
);
const send = (method: string, target: string, body = '') => handle(target, body, { method });

describe('router', () => {
  it('the router gives a row the path, the query, the body and the parameters of the path', async () => {
    expect(await send('PUT', '/any?limit=2', '{}')).toEqual(
      text(200, '{"path":"/any","query":"limit=2","body":"{}","parameters":{}}'),
    );
    expect(await send('GET', '/owners/alice')).toEqual(
      text(200, '{"path":"/owners/alice","body":"","parameters":{"owner":"alice"}}'),
    );
  });

  it('the router reads the pattern of a row like any other path', async () => {
    expect(await send('GET', '/owners/{owner}')).toEqual(
      text(200, '{"path":"/owners/{owner}","body":"","parameters":{"owner":"{owner}"}}'),
    );
  });

  it('the router selects the row of a path by the method', async () => {
    expect(await send('GET', '/thing')).toEqual(text(200, 'read'));
    expect(await send('POST', '/thing')).toEqual(text(200, 'written'));
    expect(await send('HEAD', '/thing')).toEqual(text(405, 'HEAD: GET, POST'));
  });

  it('the router refuses by the surface before it looks at the method', async () => {
    expect(await send('DELETE', '/thing?refused')).toEqual(text(403, 'refused'));
  });

  it('the router answers a failure of a row in the shape of its surface', async () => {
    expect(await send('GET', '/throws')).toEqual(text(500, 'Error: broken'));
    expect(await send('GET', '/rejects')).toEqual(text(500, 'Error: broken later'));
  });

  it('the router leaves a path without a row to the caller', async () => {
    expect(await send('GET', '/nothing?at=all')).toEqual(text(404, '/nothing?at=all'));
  });
});
