import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { Networks } from '@app/networks';
import { createLogger, loadSettings, OperationsModule } from '@app/operations';
import { RateLimitModule } from '@app/rate-limit';
import { DEPLOYMENT_TERMS } from '@app/tooling';
import { type INestApplication, Module } from '@nestjs/common';
import { NetworksModule } from '../../../apps/gateway/src/chains/networks.module';
import { ApiDocument } from '../../../apps/gateway/src/docs/api-document';
import { DocsModule } from '../../../apps/gateway/src/docs/docs.module';
import { deploymentTerms } from '../../../apps/gateway/src/formatting/deployment-terms';
import { HealthModule } from '../../../apps/gateway/src/health/health.module';
import { createApplication } from '../../../apps/gateway/src/platform/create-application';
import { PlatformModule } from '../../../apps/gateway/src/platform/platform.module';
import { listen } from '../../../apps/gateway/src/listen';
import { ManagementModule } from '../../../apps/gateway/src/management/management.module';
import { ManagementServer } from '../../../apps/gateway/src/management/management.server';
import { LONG_REDIS_TIMEOUT } from './long-timeouts';
import { EchoController, ExpressController, Gate } from './echo';

@Module({
  imports: [NetworksModule, PlatformModule, RateLimitModule, HealthModule, DocsModule, ManagementModule],
  controllers: [EchoController, ExpressController],
  providers: [
    Gate,
    {
      provide: DEPLOYMENT_TERMS,
      useFactory: (networks: Networks) => deploymentTerms(networks.all()),
      inject: [Networks],
    },
  ],
})
class EchoModule {}

type LogLine = Readonly<Record<string, unknown>>;

/** The platform of the gateway with tools that need no chain. */
export interface Platform {
  readonly app: INestApplication;
  readonly url: string;
  readonly port: number;
  readonly managementUrl: string;
  readonly log: readonly LogLine[];
  readonly gate: Gate;
  post(path: string, body?: string | Buffer, headers?: Record<string, string>): Promise<Response>;
  call(tool: string, headers?: Record<string, string>): Promise<Response>;
}

/** The platform before it listens, and its log. */
export async function createPlatform(env: NodeJS.ProcessEnv = {}): Promise<Pick<Platform, 'app' | 'log'>> {
  const settings = loadSettings({
    ...{ NODE_ENV: 'test', PORT: '0', MANAGEMENT_PORT: '0', ...LONG_REDIS_TIMEOUT },
    ...env,
  });
  const log: LogLine[] = [];
  const logger = createLogger(settings, { write: (line) => log.push(JSON.parse(line) as LogLine) });
  const parts = { settings, logger };
  const root = { module: EchoModule, imports: [OperationsModule.forRoot(parts)] };
  const app = await createApplication(root, parts);
  app.get(ApiDocument).attach(app);
  return { app, log };
}

export async function startPlatform(env: NodeJS.ProcessEnv = {}): Promise<Platform> {
  const { app, log } = await createPlatform(env);
  const url = await listen(app);
  const post: Platform['post'] = (path, body = '{}', headers = {}) =>
    fetch(url + path, { method: 'POST', body, headers });
  return {
    app,
    url,
    port: ((app.getHttpServer() as Server).address() as AddressInfo).port,
    managementUrl: app.get(ManagementServer).url,
    log,
    gate: app.get(Gate),
    post,
    call: (tool, headers) => post(`/v1/tools/${tool}`, '{"account":"alice"}', headers),
  };
}

export const errorOf = async (answer: Response): Promise<string> =>
  ((await answer.json()) as { error: string }).error;
