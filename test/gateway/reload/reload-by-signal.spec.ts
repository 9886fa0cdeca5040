import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { GatewayProcess } from '../../harness/process/gateway-process';

const CHAIN_ID = 'a5'.repeat(32);

describe('reload by SIGHUP', () => {
  let gateway: GatewayProcess;
  afterEach(() => gateway.kill());

  it('SIGHUP in production reads the networks file again, and SIGTERM still stops the process', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'reload-')), 'networks.yaml');
    const write = (...nodes: readonly string[]): void => {
      const rows = nodes.map((label) => `{ url: 'http://127.0.0.1:1/${label}', label: ${label} }`).join(', ');
      const network = `{ chain_id: '${CHAIN_ID}', profile: '${developmentProfileFile()}', verify: 'off', nodes: [${rows}] }`;
      writeFileSync(file, `networks:\n  mainnet: ${network}\n`);
    };
    write('first');
    gateway = await GatewayProcess.startManaged({
      ...{ NODE_ENV: 'production', NETWORKS_FILE: file, LOG_LEVEL: 'info' },
      ...{ SHUTDOWN_DELAY_MS: '0', SHUTDOWN_DRAIN_MS: '1000' },
    });
    await gateway.port();
    write('first', 'second');
    gateway.child.kill('SIGHUP');
    // Not the watch of the file, which comes later.
    await gateway.printed(/"cause":"signal"/);
    expect(gateway.output).toMatch(/"cause":"signal","outcome":"applied","networks":\["mainnet"\]/);
    gateway.child.kill('SIGTERM');
    expect(await gateway.ended()).toBe(0);
  });
});
