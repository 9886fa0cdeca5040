import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

interface Balancer {
  readonly url: string;
  stop(): Promise<void>;
}
interface BalancerModule {
  readonly Balancer: {
    start(servers: readonly object[], checkEvery: string, readTimeoutMs?: number): Promise<Balancer>;
  };
}
const MODULE = path.resolve(__dirname, 'balancer.mjs');
/** Longer than an answer takes on a slow machine, shorter than that of the configuration. */
const READ_TIMEOUT_MS = 2_000;

type Fault = 'ends the connection' | 'does not answer';

/** The first replica that gets a request has a fault; the next one answers. */
class Replicas {
  fault: Fault = 'ends the connection';
  /** Requests that reached a replica since the last `reset`. */
  received = 0;
  readonly #servers: Server[] = [];

  async start(count: number): Promise<readonly object[]> {
    const starting = Array.from({ length: count }, async (_unused, index) => ({
      name: `replica-${index + 1}`,
      port: await this.#listen((request, response) => this.#answer(request, response)),
      managementPort: await this.#listen((_request, response) => void response.end()),
    }));
    return Promise.all(starting);
  }

  stop(): void {
    for (const server of this.#servers) server.close().closeAllConnections();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.received += 1;
    const isFirst = this.received === 1;
    request.resume().once('end', () => {
      if (!isFirst) response.end('answered');
      else if (this.fault === 'ends the connection') request.socket.destroy();
    });
  }

  async #listen(onRequest: (request: IncomingMessage, response: ServerResponse) => void) {
    const server = createServer(onRequest);
    this.#servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }
}

describe('the balancer of the compose file', () => {
  const replicas = new Replicas();
  let balancer: Balancer;
  let impatient: Balancer;

  beforeAll(async () => {
    const { Balancer } = (await import(MODULE)) as BalancerModule;
    const servers = await replicas.start(2);
    balancer = await Balancer.start(servers, '1s');
    impatient = await Balancer.start(servers, '1s', READ_TIMEOUT_MS);
  });
  afterAll(async () => {
    await Promise.all([balancer.stop(), impatient.stop()]);
    replicas.stop();
  });
  beforeEach(() => {
    replicas.received = 0;
  });

  /** 0 when the balancer closes the connection instead: so it does when it had used that of the replica before. */
  const statusOf = (route: string, { url } = balancer): Promise<number> =>
    fetch(url + route, { method: 'POST', body: '{}' }).then(
      ({ status }) => status,
      () => 0,
    );

  it.each([
    '/v1/tools/get_account',
    '/v1/tools/compose_transfer',
    '/v1/tools/push_transaction',
    '/v1/chain/get_info',
    '/testnet/v2/history/get_actions',
  ])('the balancer sends %s to another replica when the first one ends without an answer', async (route) => {
    replicas.fault = 'ends the connection';
    expect(await statusOf(route)).toBe(200);
    expect(replicas.received).toBe(2);
  });

  it.each([
    '/mcp',
    '/v1/tools/request_account',
    '/v1/chain/push_transaction',
    '/v1/chain/send_transaction2',
    '/testnet/v1/chain/send_transaction',
    '/v1/chain/push%5Ftransaction',
    '/mcp/',
    '/v1/tools/request_account/',
    '/v1/tools/request%5faccount',
    '/stream/?EIO=4&transport=polling&sid=x',
    '/testnet/stream/?EIO=4&transport=polling&sid=x',
  ])('the balancer sends %s to one replica, also when that ends without an answer', async (route) => {
    replicas.fault = 'ends the connection';
    expect([0, 502]).toContain(await statusOf(route));
    expect(replicas.received).toBe(1);
  });

  it('the balancer sends a read to another replica when the first one does not answer in time', async () => {
    replicas.fault = 'does not answer';
    expect(await statusOf('/v1/tools/get_account', impatient)).toBe(200);
    expect(replicas.received).toBeGreaterThan(1);
  });
});
