import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger, loadSettings, NestLogger, OperationsModule } from '@app/operations';
import { RateLimitModule } from '@app/rate-limit';
import { type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { toolBodies } from '../../apps/gateway/src/http/body-policy';
import { HttpModule } from '../../apps/gateway/src/http/http.module';
import { LeanExpressAdapter } from '../../apps/gateway/src/http/lean-express.adapter';
import { RequestObserver } from '../../apps/gateway/src/http/request-observer';
import { HandshakeEra } from '../../apps/gateway/src/mcp/handshake-era';
import { McpModule } from '../../apps/gateway/src/mcp/mcp.module';
import { DemoController } from '../../libs/tooling/testing/demo-tools';
import { Gate, GatedController } from './gated-tool';

/** The gateway's platform and its MCP surface over made-up tools. */
export interface DemoGateway {
  app: INestApplication;
  url: string;
  mcp: URL;
  /** Holds back the calls of demo_gated. */
  gate: Gate;
  /** Requests of the handshake era that wait for their answer. */
  waiting(): number;
  close(): Promise<void>;
}

export async function startDemoGateway(env: NodeJS.ProcessEnv = {}): Promise<DemoGateway> {
  const settings = loadSettings({ LOG_LEVEL: 'silent', PORT: '0', MANAGEMENT_PORT: '0', ...env });
  const logger = createLogger(settings);

  @Module({
    imports: [OperationsModule.forRoot({ settings, logger }), HttpModule, RateLimitModule, McpModule],
    controllers: [DemoController, GatedController],
    providers: [Gate],
  })
  class DemoModule {}

  const adapter = new LeanExpressAdapter(toolBodies(settings.maxBodyBytes.tools));
  const app = await NestFactory.create(DemoModule, adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(logger),
  });
  const observer = app.get(RequestObserver);
  adapter.setBegin((request, response) => observer.begin(request, response));
  await app.listen(0, '127.0.0.1');
  const server = app.getHttpServer() as Server;
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    app,
    url,
    mcp: new URL(`${url}/mcp`),
    gate: app.get(Gate),
    waiting: () => app.get(HandshakeEra, { strict: false }).waiting,
    close: () => {
      // fetch keeps a spare connection ready that has never carried a request, and is not idle to Node
      server.closeAllConnections();
      return app.close();
    },
  };
}
