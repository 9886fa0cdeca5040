import { mkdtempSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { loadSettings } from '@app/operations';
import type { INestApplication } from '@nestjs/common';
import { createGateway } from '../../../apps/gateway/src/create-gateway';

/** The whole gateway in this process, over HTTP. */
export interface RunningGateway {
  readonly app: INestApplication;
  readonly url: string;
  close(): Promise<void>;
}

/** With mainnet on one node, nothing on testnet, and limits out of the way. */
export async function startGateway(
  nodeUrl: string,
  profileFile = developmentProfileFile(),
): Promise<RunningGateway> {
  const networks = path.join(mkdtempSync(path.join(tmpdir(), 'market-')), 'networks.yaml');
  const network = `{ chain_id: first-contact, profile: '${profileFile}', nodes: ['${nodeUrl}'] }`;
  writeFileSync(networks, `networks:\n  mainnet: ${network}\n`);
  const app = await createGateway(
    loadSettings({
      ...{ NETWORKS_FILE: networks, LOG_LEVEL: 'silent', PORT: '0', MANAGEMENT_PORT: '0' },
      ...{ RATE_LIMIT_READ: '100000', RATE_LIMIT_COMPOSE: '100000', RATE_LIMIT_RELAY: '100000' },
    }),
  );
  await app.listen(0, '127.0.0.1');
  return {
    app,
    url: await app.getUrl(),
    close: () => {
      (app.getHttpServer() as Server).closeAllConnections();
      return app.close();
    },
  };
}

/** The gateway may answer from what it read a quarter of a second ago: waits until it has forgotten. */
export const forgotten = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300));
