import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { createLogger, loadSettings, OperationsModule } from '@app/operations';
import { Test, type TestingModule } from '@nestjs/testing';
import { AccountModule } from '../../../apps/gateway/src/account/account.module';
import { NodeProxyModule } from '../../../apps/gateway/src/node-proxy/node-proxy.module';
import { RelayModule } from '../../../apps/gateway/src/relay/relay.module';
import { LONG_REDIS_TIMEOUT } from '../../harness/gateway/long-timeouts';
import { skippingClock } from '../../harness/gateway/start-gateway';

/** The chain side of the gateway, whole, with mainnet on these nodes. */
export async function startTools(
  nodeUrls: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<TestingModule> {
  const networksFile = path.join(mkdtempSync(path.join(tmpdir(), 'tools-')), 'networks.yaml');
  const profile = developmentProfileFile();
  writeFileSync(
    networksFile,
    `networks:\n  mainnet: { chain_id: first-contact, profile: '${profile}', nodes: ${JSON.stringify(nodeUrls)} }\n`,
  );
  const settings = loadSettings({
    ...{ NETWORKS_FILE: networksFile, LOG_LEVEL: 'silent', ...LONG_REDIS_TIMEOUT },
    ...environment,
  });
  const operations = OperationsModule.forRoot({
    settings,
    logger: createLogger(settings),
    clock: skippingClock,
  });
  const module = await Test.createTestingModule({
    imports: [operations, AccountModule, NodeProxyModule, RelayModule],
  }).compile();
  return module.init();
}
