import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CallOptions, GatewayClient } from '@app/client';

const TRANSFER = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.1' } as const;

describe('a call that the gateway is too busy for', () => {
  let server: Server;
  let client: GatewayClient;
  let attempts: number;
  beforeAll(async () => {
    server = createServer((_, response) => {
      attempts += 1;
      const [status, answer] = attempts > 1 ? [200, {}] : [503, { error: 'busy', code: 'overloaded' }];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    client = new GatewayClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
  beforeEach(() => {
    attempts = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each<[string, (options: CallOptions) => Promise<unknown>, CallOptions, number]>([
    ['a read', (options) => client.call('get_chain_info', {}, options), {}, 2],
    ['a read of one attempt', (options) => client.call('get_chain_info', {}, options), { retry: false }, 1],
    ['a composition', (options) => client.call('transfer', TRANSFER, options), {}, 1],
    [
      'a composition with an id',
      (options) => client.call('transfer', { ...TRANSFER, request_id: 'a' }, options),
      {},
      2,
    ],
    [
      'a composition with `retry`',
      (options) => client.call('transfer', TRANSFER, options),
      { retry: true },
      2,
    ],
    [
      'a request for an account',
      (options) => client.call('request_account', { account: 'dave' } as never, options),
      { retry: true },
      1,
    ],
  ])(
    'a call that the gateway is too busy for is repeated where that has no second effect: %s',
    async (_, call, options, times) => {
      await call(options).catch(() => undefined);
      expect(attempts).toBe(times);
    },
  );
});
