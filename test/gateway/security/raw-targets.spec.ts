import { TestChain } from '../../harness/node/test-chain';
import { GatewayProcess } from '../../harness/process/gateway-process';
import { bodyIn, exchange, statusesIn } from '../../harness/raw-http';
import { METHODS, RAW_TARGETS } from './support/raw-targets';

interface Target {
  readonly port: number;
  /** A path that answers 200 for as long as the process is well. */
  readonly health: string;
}

describe('raw request targets', () => {
  let gateway: GatewayProcess;
  let devchain: TestChain;
  const targets: Record<string, Target> = {};
  beforeAll(async () => {
    gateway = await GatewayProcess.startManaged({ LOG_LEVEL: 'error' });
    devchain = await TestChain.start();
    targets['the public port'] = { port: await gateway.port(), health: '/health' };
    targets['the management port'] = { port: gateway.managementPort, health: '/livez' };
    const { port } = new URL(devchain.url);
    targets['the development chain'] = { port: Number(port), health: '/v1/chain/get_info' };
  });
  afterAll(() => Promise.all([gateway.kill(), devchain.close()]));

  const ask = (port: number, method: string, target: string, head = 'Host: 127.0.0.1\r\n') =>
    exchange(port, `${method} ${target} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);

  describe.each(['the public port', 'the management port', 'the development chain'])('on %s', (name) => {
    it.each(METHODS)(
      'raw request targets with the method %s are answered with a status below 500, and the server continues',
      async (method) => {
        const { port, health } = targets[name]!;
        for (const target of RAW_TARGETS) {
          const text = await ask(port, method, target);
          const told = `${method} ${target.slice(0, 50)}: ${text.slice(0, 200)}`;
          for (const status of statusesIn(text)) if (status >= 500) throw new Error(told);
        }
        expect(statusesIn(await ask(port, 'GET', health))).toEqual([200]);
      },
    );
  });

  it.each(['the public port', 'the management port'])(
    'raw request targets on %s are refused as {error}',
    async (name) => {
      const { port } = targets[name]!;
      for (const target of RAW_TARGETS) {
        const text = await ask(port, 'POST', target);
        const [status = 0] = statusesIn(text);
        expect([target, status >= 400 && status < 500]).toEqual([target, true]);
        expect([target, JSON.parse(bodyIn(text))]).toMatchObject([
          target,
          { error: expect.any(String) as string },
        ]);
      }
    },
  );

  it('raw request targets leave no error in the log of the gateway', () => {
    expect(gateway.output).not.toMatch(/uncaught|unhandled|"level":"(?:error|fatal)"/);
    expect(gateway.child.exitCode).toBeNull();
  });
});
