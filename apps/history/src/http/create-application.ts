import type { IncomingMessage, Server } from 'node:http';
import { answerHalfClosed, applicationOptions, type Logger, validationPipe } from '@app/operations';
import { ServedParameters } from '../parameters/not-served';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express, { json, type RequestHandler } from 'express';
import { browserHeaders } from './browser-headers';
import { badRequest } from '../parameters/history-error';
import { describeApi } from './describe-api';
import { ErrorFilter } from './error.filter';

const MAX_BODY = '1mb';

/** Other protocols, as the `h2c` that Java's client asks for, are answered without them. Source: RFC 9110 7.8. */
function takeWebsocketsAlone(server: Server): void {
  Object.assign(server, {
    shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket',
  });
}

interface ApplicationOptions {
  /** Takes requests before the routes of this application do. */
  readonly before?: RequestHandler;
  /** Default true: it serves its documentation. */
  readonly isDocumented?: boolean;
}

/** The HTTP server of the history node: bodies, parameters, errors and documentation as its clients expect them. */
export async function createApplication(
  module: DynamicModule,
  logger: Logger,
  { before, isDocumented = true }: ApplicationOptions = {},
): Promise<NestExpressApplication> {
  // As the programs that it stands in for: classes and checks of parameters know a route by its one path.
  const adapter = new ExpressAdapter(express().enable('case sensitive routing'));
  const app = await NestFactory.create<NestExpressApplication>(module, adapter, applicationOptions(logger));
  app.use(browserHeaders);
  // Clients of /v1 send JSON without a content type.
  app.use(json({ type: () => true, limit: MAX_BODY }));
  app.disable('x-powered-by');
  // Answers change with every block; comparing them by hash would cost more than sending them.
  app.disable('etag');
  app.enableCors({ origin: '*' });
  if (before !== undefined) app.use(before);
  app.useGlobalFilters(new ErrorFilter(logger));
  app.useGlobalGuards(new ServedParameters());
  app.useGlobalPipes(validationPipe(badRequest, { validateCustomDecorators: true }));
  if (isDocumented) describeApi(app);
  const server = app.getHttpServer() as Server;
  takeWebsocketsAlone(server);
  answerHalfClosed(server);
  return app;
}
