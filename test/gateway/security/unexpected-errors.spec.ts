import path from 'node:path';
import { DevchainProcess } from '../../harness/process/devchain-process';
import { GatewayProcess } from '../../harness/process/gateway-process';

const DEFECTS = ['--require', path.join(__dirname, '../../harness/process/unexpected-errors.cjs')];

describe('the gateway with a defect', () => {
  let gateway: GatewayProcess;
  beforeAll(async () => {
    gateway = await GatewayProcess.startManaged({ LOG_LEVEL: 'error', SHUTDOWN_DELAY_MS: '0' }, DEFECTS);
    await gateway.port();
  });
  afterAll(() => gateway.kill());

  it('the gateway logs and counts an unhandled rejection, and continues', async () => {
    gateway.child.kill('SIGUSR2');
    await gateway.printed(/a promise that was dropped/);
    expect(gateway.output).toMatch(/"level":"error".*"stack":"Error: a promise that was dropped\\n +at /);
    const metrics = await fetch(`http://127.0.0.1:${gateway.managementPort}/metrics`);
    expect(await metrics.text()).toContain('gateway_unexpected_errors_total{kind="rejection"} 1');
    expect((await fetch(`http://127.0.0.1:${await gateway.port()}/health`)).status).toBe(200);
  });

  it('the gateway logs an uncaught exception, drains, and exits with 1', async () => {
    gateway.child.kill('SIGPIPE');
    expect(await gateway.ended()).toBe(1);
    expect(gateway.output).toMatch(
      /"level":"fatal".*"stack":"Error: an exception in an event handler\\n +at /,
    );
  });
});

describe('the development chain with a defect', () => {
  let chain: DevchainProcess;
  beforeAll(() => {
    chain = new DevchainProcess({ DEVCHAIN_SIMULATION: 'off' }, DEFECTS);
  });
  afterAll(async () => {
    chain.stop('SIGKILL');
    await chain.exitCode();
  });

  it('the development chain logs an unhandled rejection, and continues', async () => {
    const url = await chain.url();
    chain.stop('SIGUSR2');
    while (!/unhandled promise rejection: Error: a promise that was dropped\n +at /.test(chain.output))
      expect((await fetch(`${url}/v1/chain/get_info`)).status).toBe(200);
  });

  it('the development chain logs an uncaught exception and exits with 1', async () => {
    await chain.url();
    chain.stop('SIGPIPE');
    expect(await chain.exitCode()).toBe(1);
    expect(chain.output).toMatch(/uncaught exception: Error: an exception in an event handler\n +at /);
  });
});
