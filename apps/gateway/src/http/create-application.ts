import { NestLogger, type OperationsParts } from '@app/operations';
import type { DynamicModule, INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { toolBodies } from './body-policy';
import { LeanExpressAdapter } from './lean-express.adapter';
import { RequestObserver } from './request-observer';

/** The platform under any modules with HttpModule among them, ready to listen. */
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
  return app.init();
}
