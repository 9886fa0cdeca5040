import { createLogger, type Logger, NestLogger, type Settings } from '@app/operations';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GatewayModule } from '../gateway.module';
import { toolBodies } from './body-policy';
import { LeanExpressAdapter } from './lean-express.adapter';
import { setUpDocs } from './openapi';
import { RequestObserver } from './request-observer';

/**
 * The whole application, ready to listen: what main.ts runs and what tests talk to.
 * @throws what a module throws when it cannot start
 */
export async function createGateway(
  settings: Settings,
  logger: Logger = createLogger(settings),
): Promise<INestApplication> {
  const adapter = new LeanExpressAdapter(toolBodies(settings.maxBodyBytes.tools));
  const app = await NestFactory.create(GatewayModule.forRoot({ settings, logger }), adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(logger),
  });
  const observer = app.get(RequestObserver);
  adapter.setBegin((request, response) => observer.begin(request, response));
  setUpDocs(app);
  return app.init();
}
