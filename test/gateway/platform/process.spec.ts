import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { GatewayProcess } from '../../harness/process/gateway-process';

describe('the gateway as a process', () => {
  /** Resolves when half a request is in flight: the answer can come only after the rest. */
  const halfRequest = async (port: number): Promise<{ socket: Socket; answer: () => string }> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    await once(socket, 'connect');
    const sent = Buffer.from(
      'POST /v1/tools/get_account HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n{"acco',
    );
    await new Promise<void>((resolve) => socket.write(sent, () => resolve()));
    await answered(port); // asked later on another connection, so the half is being read by now
    return { socket, answer: () => answer };
  };

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'finishes a request in flight after %s, further signals included, and ends with 0',
    async (signal) => {
      const gateway = GatewayProcess.start({ SHUTDOWN_DELAY_MS: '0' });
      const port = await gateway.port();
      const { socket, answer } = await halfRequest(port);

      gateway.child.kill(signal);
      while (await answered(port)) await new Promise(setImmediate);
      gateway.child.kill('SIGTERM');
      gateway.child.kill('SIGHUP');
      socket.write('unt":"NOT A NAME"');
      await once(socket, 'close');
      expect(answer()).toMatch(/^HTTP\/1\.1 400 [^]*"error":/);
      expect(await gateway.ended()).toBe(0);
    },
  );

  it('ends at once with 130 at a second SIGINT, with a request in flight', async () => {
    const gateway = await GatewayProcess.startManaged({ SHUTDOWN_DELAY_MS: '600000' });
    const { socket } = await halfRequest(await gateway.port());
    // Signals of one kind that wait are one: the second is sent when the first has had its effect.
    gateway.child.kill('SIGINT');
    while ((await ready(gateway.managementPort)) !== 503) await new Promise(setImmediate);
    gateway.child.kill('SIGINT');
    expect(await gateway.ended()).toBe(130);
    socket.destroy();
  });

  it.each(['PORT', 'MANAGEMENT_PORT'])('names %s when its port is taken', async (setting) => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const gateway = GatewayProcess.start({ [setting]: String(port), LOG_LEVEL: 'error' });
    expect(await gateway.ended()).toBe(1);
    holder.close();
    expect(gateway.output).toBe(
      `The gateway cannot start.\n${setting}: port ${port} on 127.0.0.1 is taken: set ${setting} to a free one (${setting}=0 picks one)\n`,
    );
  });

  it('reports every invalid setting', async () => {
    const gateway = GatewayProcess.start({ PORT: 'http', LOG_LEVEL: 'loud' });
    expect(await gateway.ended()).toBe(1);
    expect(gateway.output).toMatch(
      /^The gateway cannot start\.\nPORT: "http" is not [^\n]+\(for example PORT=3000\)\nLOG_LEVEL: "loud" is not [^\n]+\n$/,
    );
  });

  it.each(['HOST', 'MANAGEMENT_HOST'])(
    'names %s when it is not an address of this machine',
    async (setting) => {
      const gateway = GatewayProcess.start({ [setting]: '192.0.2.1', LOG_LEVEL: 'error' });
      expect(await gateway.ended()).toBe(1);
      expect(gateway.output).toBe(
        `The gateway cannot start.\n${setting}: 192.0.2.1 is not an address of this machine: set it to one (for example ${setting}=127.0.0.1)\n`,
      );
    },
  );

  describe('with a misspelt setting', () => {
    let gateway: GatewayProcess;
    beforeAll(async () => {
      gateway = await GatewayProcess.startManaged({ RATELIMIT_READ: '5', LOG_LEVEL: 'warn' });
      await gateway.port();
    });
    afterAll(() => gateway.kill());

    it('exports the memory of the process and the delay of its event loop', async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${gateway.managementPort}/metrics`)).text();
      expect(metrics).toMatch(/^process_resident_memory_bytes \d/m);
      expect(metrics).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    });

    it('warns of a misspelt setting and starts', () =>
      gateway.printed(/"unknown setting RATELIMIT_READ; did you mean RATE_LIMIT_READ\?"/));
  });

  it('prints no stack trace when the networks file is a folder', async () => {
    const gateway = GatewayProcess.start({ NETWORKS_FILE: '/etc', LOG_LEVEL: 'info' });
    expect(await gateway.ended()).toBe(1);
    expect(gateway.output).toBe('The gateway cannot start.\n/etc: cannot be read (EISDIR)\n');
  });

  it('names the networks file when it cannot be read', async () => {
    const gateway = GatewayProcess.start({ NETWORKS_FILE: '/nowhere/networks.yaml' });
    expect(await gateway.ended()).toBe(1);
    expect(gateway.output).toMatch(/^The gateway cannot start\.\n\/nowhere\/networks\.yaml: [^\n]+\n$/);
  });

  const ready = async (managementPort: number): Promise<number> =>
    (await fetch(`http://127.0.0.1:${managementPort}/readyz`)).status;
  const answered = (port: number) =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      (answer) => answer.ok,
      () => false,
    );
});
