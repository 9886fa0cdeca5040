import { mkdtempSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { type Clock, loadSettings, type Settings, systemClock } from '@app/operations';
import type { INestApplication } from '@nestjs/common';
import { createGateway } from '../../../apps/gateway/src/create-gateway';
import { LONG_HEAD_AGE, LONG_NODE_TIMEOUTS, LONG_REDIS_TIMEOUT } from './long-timeouts';

/** The whole gateway in this process, over HTTP. */
export interface RunningGateway {
  readonly app: INestApplication;
  readonly url: string;
  close(): Promise<void>;
}

let skippedMs = 0;
let heldMs: number | undefined;

/** The machine's clock, ahead by the durations that a spec skips. */
export const skippingClock: Clock = {
  now: () => systemClock.now(),
  monotonicMs: () => (heldMs ?? systemClock.monotonicMs()) + skippedMs,
};

/** Stops the monotonic clock, so that nothing expires but by `expireReadCache`. @returns lets it run again */
export function holdTime(): () => void {
  heldMs = systemClock.monotonicMs();
  return () => {
    heldMs = undefined;
  };
}

/** Lets what the gateways of this spec have read expire (after half a second) without a wait. */
export function expireReadCache(): void {
  skippedMs += 600;
}

/**
 * With mainnet on one node or several, nothing on testnet, and limits out of the way unless `env` sets them: those of
 * rates, and the time of a request where no other node could answer it.
 */
export async function startGateway(
  nodeUrls: string | readonly string[],
  profileFile = developmentProfileFile(),
  env: NodeJS.ProcessEnv = {},
): Promise<RunningGateway> {
  return listening(await createGateway(gatewaySettings(nodeUrls, profileFile, env), skippingClock));
}

/** The settings that startGateway reads. */
export function gatewaySettings(
  nodeUrls: string | readonly string[],
  profileFile = developmentProfileFile(),
  env: NodeJS.ProcessEnv = {},
): Settings {
  const networks = path.join(mkdtempSync(path.join(tmpdir(), 'market-')), 'networks.yaml');
  const nodes = [nodeUrls].flat().map((url) => `'${url}'`);
  const network = `{ chain_id: first-contact, profile: '${profileFile}', nodes: [${nodes.join(', ')}] }`;
  writeFileSync(networks, `networks:\n  mainnet: ${network}\n`);
  return loadSettings({
    ...{ ...LONG_REDIS_TIMEOUT, ...LONG_HEAD_AGE },
    ...(nodes.length === 1 ? LONG_NODE_TIMEOUTS : {}),
    ...{ NETWORKS_FILE: networks, LOG_LEVEL: 'silent', PORT: '0', MANAGEMENT_PORT: '0' },
    ...{ RATE_LIMIT_READ: '100000', RATE_LIMIT_COMPOSE: '100000' },
    // Specs count the requests to nodes.
    NODE_SAMPLE_PERCENT: '0',
    ...{ RATE_LIMIT_RELAY: '100000', RATE_LIMIT_MIRROR: '100000' },
    ...env,
  });
}

/** Listens on a free port of the loopback address. */
export async function listening(app: INestApplication): Promise<RunningGateway> {
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
