import { createLogger, loadSettings, OperationsModule, type Settings } from '@app/operations';
import { RateLimitModule } from '@app/rate-limit';
import { type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { HandshakeEra } from '../../apps/gateway/src/mcp/handshake-era';
import { McpModule } from '../../apps/gateway/src/mcp/mcp.module';
import { DemoController } from '../../libs/tooling/testing/demo-tools';

/** A running application with made-up tools: everything about POST /mcp is real. */
export interface DemoGateway {
  app: INestApplication;
  url: URL;
  /** Requests of the handshake era that wait for their answer. */
  waiting(): number;
  close(): Promise<void>;
}

export async function startDemoGateway(env: NodeJS.ProcessEnv = {}): Promise<DemoGateway> {
  const settings: Settings = loadSettings({ LOG_LEVEL: 'silent', PORT: '0', MANAGEMENT_PORT: '0', ...env });
  @Module({
    imports: [
      OperationsModule.forRoot({ settings, logger: createLogger(settings) }),
      RateLimitModule,
      McpModule,
    ],
    controllers: [DemoController],
  })
  class DemoModule {}

  const app = await NestFactory.create(DemoModule, { logger: false, bodyParser: false });
  app.enableShutdownHooks([]);
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  return {
    app,
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    waiting: () => app.get(HandshakeEra, { strict: false }).waiting,
    close: () => app.close(),
  };
}
