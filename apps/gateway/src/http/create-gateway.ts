import { createLogger, type Logger, NestLogger, type OperationsParts, type Settings } from '@app/operations';
import type { DynamicModule, INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GatewayModule } from '../gateway.module';
import { toolBodies } from './body-policy';
import { LeanExpressAdapter } from './lean-express.adapter';
import { setUpDocs } from './openapi';
import { RequestObserver } from './request-observer';

/**
 * The whole gateway, ready to listen: what main.ts runs and what tests talk to.
 * @throws what a module throws when it cannot start
 */
export function createGateway(
  settings: Settings,
  logger: Logger = createLogger(settings),
): Promise<INestApplication> {
  const parts: OperationsParts = { settings, logger };
  return createApplication(GatewayModule.forRoot(parts), parts);
}

/** The platform under any set of modules that contains HttpModule. */
export async function createApplication(
  root: DynamicModule,
  { settings, logger }: OperationsParts,
): Promise<INestApplication> {
  const adapter = new LeanExpressAdapter(toolBodies(settings.maxBodyBytes.tools));
  const app = await NestFactory.create(root, adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(logger),
  });
  const observer = app.get(RequestObserver);
  adapter.setBegin((request, response) => observer.begin(request, response));
  setUpDocs(app);
  return app.init();
}
