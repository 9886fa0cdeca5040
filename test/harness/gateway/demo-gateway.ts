import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger, loadSettings, OperationsModule } from '@app/operations';
import { RateLimitModule } from '@app/rate-limit';
import { type INestApplication, Module } from '@nestjs/common';
import { createApplication } from '../../../apps/gateway/src/platform/create-application';
import { PlatformModule } from '../../../apps/gateway/src/platform/platform.module';
import { McpModule } from '../../../apps/gateway/src/mcp/mcp.module';
import { mcpSurface } from '../../../apps/gateway/src/mcp/mcp.surface';
import { DemoController } from '../../../libs/chain-tools/testing/demo-tools';
import { Gate, GatedController } from './gated-tool';

/** The gateway's platform and its MCP surface over made-up tools. */
export interface DemoGateway {
  app: INestApplication;
  url: string;
  mcp: URL;
  /** Holds back the calls of demo_gated. */
  gate: Gate;
  close(): Promise<void>;
}

@Module({})
class DemoModule {}

export async function startDemoGateway(env: NodeJS.ProcessEnv = {}): Promise<DemoGateway> {
  const settings = loadSettings({ LOG_LEVEL: 'silent', PORT: '0', MANAGEMENT_PORT: '0', ...env });
  const parts = { settings, logger: createLogger(settings) };
  const module = {
    module: DemoModule,
    imports: [OperationsModule.forRoot(parts), PlatformModule, RateLimitModule, McpModule],
    controllers: [DemoController, GatedController],
    providers: [Gate],
  };
  const app = await createApplication(module, parts, [mcpSurface(settings)]);
  await app.listen(0, '127.0.0.1');
  const server = app.getHttpServer() as Server;
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    app,
    url,
    mcp: new URL(`${url}/mcp`),
    gate: app.get(Gate),
    close: () => {
      // fetch keeps a spare connection ready that has never carried a request, and is not idle to Node
      server.closeAllConnections();
      return app.close();
    },
  };
}
