import { GatewayProcess } from '../../harness/process/gateway-process';
import { rawClient, type RawClient } from './support/raw-connection';

const OPEN_FILES = 64;
const CLIENTS = 200;

describe('clients that use up the open files of the gateway', () => {
  let gateway: GatewayProcess;
  let clients: RawClient[] = [];
  beforeAll(async () => {
    gateway = await GatewayProcess.startWithOpenFiles(OPEN_FILES, { LOG_LEVEL: 'error' });
    const port = await gateway.port();
    clients = Array.from({ length: CLIENTS }, () => rawClient(port, 'GET /health HTTP/1.1\r\nHost: x\r\n'));
    // Each is accepted and held with half a request, or refused.
    await Promise.all(
      clients.map(
        ({ socket }) => new Promise((resolve) => socket.once('ready', resolve).once('close', resolve)),
      ),
    );
  });
  afterAll(async () => {
    for (const { socket } of clients) socket.destroy();
    await gateway.kill();
  });

  const page = (path: string) => fetch(`http://127.0.0.1:${gateway.managementPort}${path}`);

  it.each(['/livez', '/readyz', '/metrics', '/info'])(
    'clients that use up the open files of the gateway leave %s of the management port answering',
    async (path) => {
      for (let time = 0; time < 10; time += 1) {
        const answer = await page(path);
        expect((await answer.text()).length).toBeGreaterThan(0);
      }
      expect((await page('/livez')).status).toBe(200);
    },
  );

  it('clients that use up the open files of the gateway are served again when connections are free', async () => {
    for (const { socket } of clients) socket.destroy();
    await Promise.all(clients.map((client) => client.closed()));
    const port = await gateway.port();
    const isServed = () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isServed())) await new Promise(setImmediate);
    expect(gateway.child.exitCode).toBeNull();
  });
});
