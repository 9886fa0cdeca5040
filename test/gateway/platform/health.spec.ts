import type { Server } from 'node:http';
import request from 'supertest';
import { type Platform, startPlatform } from '../../harness/gateway/platform';

describe('GET /health', () => {
  let platform: Platform;
  let server: Server;
  beforeAll(async () => {
    platform = await startPlatform();
    server = platform.app.getHttpServer() as Server;
  });
  afterAll(() => platform.app.close());

  it('/health returns ok while the worker serves', async () => {
    const { headers } = await request(server).get('/health').expect(200, { ok: true });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('/health answers HEAD without a body', async () => {
    const { text } = await request(server).head('/health').expect(200);
    expect(text).toBeUndefined();
  });

  it('/health refuses other methods with 405 and Allow', async () => {
    await request(server)
      .post('/health')
      .send({})
      .expect('Allow', 'GET, OPTIONS')
      .expect(405, { error: 'method POST is not allowed here; use GET', code: 'method_not_allowed' });
  });
});
