import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { createLogger, loadSettings, Metrics, OperationsModule } from '@app/operations';
import { Bucketed, RateLimitModule } from '@app/rate-limit';
import { fail, toolError } from '@app/chain-tools';
import { Controller, HttpCode, type INestApplication, Module, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createApplication } from '../../../apps/gateway/src/platform/create-application';
import { PlatformModule } from '../../../apps/gateway/src/platform/platform.module';
import type { ReadBody, Surface } from '../../../apps/gateway/src/platform/surface';

const ROOTS = ['/v1/chain', '/testnet/v1/chain'];

/** Routes in the form of a node: bytes in, bytes out. */
@Controller(ROOTS)
@Bucketed('mirror')
class NodeRoutes {
  @Post('echo')
  @HttpCode(200)
  async echo(@Req() request: Request, @Res() response: Response): Promise<void> {
    const bytes = await (request.body as ReadBody<Buffer>)();
    if (!(bytes instanceof Buffer)) throw bytes;
    response.end(bytes);
  }

  @Post('refuse')
  refuse(): never {
    return fail('UPSTREAM_REFUSED', 'no such table');
  }
}

@Module({ controllers: [NodeRoutes] })
class NodeRoutesModule {}

const nodeSurface: Surface = {
  prefixes: ROOTS.map((root) => `${root}/`),
  body: { as: 'bytes', maxBytes: 8 },
  cors: 'any',
  isPage: false,
  errorBody: ({ status, message }) => ({ code: status, error: { what: message } }),
  notFound: () => toolError('NOT_FOUND', 'Unknown Endpoint'),
  unmatchedLabel: 'node',
};

describe('a surface that is added as one row', () => {
  let app: INestApplication;
  let url: string;
  beforeAll(async () => {
    const settings = loadSettings({ NODE_ENV: 'test', LOG_LEVEL: 'silent', RATE_LIMIT_MIRROR: '50' });
    const parts = { settings, logger: createLogger(settings) };
    const imports = [OperationsModule.forRoot(parts), PlatformModule, RateLimitModule];
    app = await createApplication({ module: NodeRoutesModule, imports }, parts, [nodeSurface]);
    await app.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${((app.getHttpServer() as Server).address() as AddressInfo).port}`;
  });
  afterAll(() => app.close());

  const post = (path: string, body = '{}', headers = {}) =>
    fetch(url + path, { method: 'POST', body, headers });

  it.each(ROOTS)('an added surface passes the body of %s as bytes and allows any origin', async (root) => {
    const answer = await post(`${root}/echo`, '[1]', { origin: 'https://page.example' });
    expect([answer.status, await answer.text()]).toEqual([200, '[1]']);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(answer.headers.get('ratelimit-limit')).toBe('50');
  });

  it.each([
    ['of a handler', '/v1/chain/refuse', '{}', 400],
    ['for a body over the limit of the row', '/v1/chain/echo', '[1,2,3,4]', 413],
    ['for an unknown path', '/testnet/v1/chain/nothing', '{}', 400],
  ])(
    'an added surface answers an error %s with the error shape of its row',
    async (_what, path, body, status) => {
      const answer = await post(path, body);
      expect([answer.status, await answer.json()]).toEqual([
        status,
        { code: status, error: { what: expect.any(String) as string } },
      ]);
    },
  );

  it('an added surface answers an unknown path with the error of its row', async () => {
    const { error } = (await (await post('/v1/chain/nothing')).json()) as { error: { what: string } };
    expect(error.what).toContain('Unknown Endpoint');
  });

  it('an added surface keeps the error shape of all other paths', async () => {
    expect(await (await post('/v1/chains')).json()).toEqual({
      error: expect.stringContaining('/v1/chains') as string,
      code: 'unknown_route',
    });
  });

  it('metrics label requests without a route by the row of their surface', async () => {
    await (await post('/v1/chain/unheard-of')).text();
    expect(await app.get(Metrics).registry.metrics()).toMatch(
      /gateway_http_requests_total\{route="node",method="POST",status="\d+"\} [1-9]/,
    );
  });
});
