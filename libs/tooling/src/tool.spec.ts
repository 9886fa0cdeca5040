import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { INestApplication } from '@nestjs/common';
import { DemoController } from '../testing/demo-tools';

@Module({ controllers: [DemoController] })
class DemoModule {}

describe('one declaration per tool', () => {
  let app: INestApplication;
  let url: string;
  beforeAll(async () => {
    app = await NestFactory.create(DemoModule, { logger: false });
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  });
  afterAll(() => app.close());

  const post = (tool: string, body: unknown): Promise<Response> =>
    fetch(`${url}/v1/tools/${tool}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('makes a POST route that answers 200 with what the method returns', async () => {
    const response = await post('demo_book', { pair: 'btcusdt' });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ network: 'mainnet', pair: 'btcusdt', depth: 20 });
  });
});
