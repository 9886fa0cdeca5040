import type { IncomingMessage, Server } from 'node:http';
import { answerHalfClosed, applicationOptions, type Logger, validationPipe } from '@app/operations';
import { ServedParameters } from '../parameters/not-served';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express, { json, type Request, type RequestHandler, type Response } from 'express';
import { badRequest } from '../parameters/history-error';
import { describeApi } from './describe-api';
import { ErrorFilter } from './error.filter';

/** Swagger UI has inline styles, and icons as data URLs. Everything else is a file of this server. */
const PAGE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";
/** Of all other answers: a browser that opens one runs nothing of it and loads nothing for it. */
const NO_PAGE_POLICY = "sandbox; default-src 'none'";

/** Tells browsers to take an answer for its declared type alone, and which answers are pages. */
function browserHeaders({ path }: Request, response: Response, next: () => void): void {
  const isPage = path === '/v2/docs' || path.startsWith('/v2/docs/');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', isPage ? PAGE_POLICY : NO_PAGE_POLICY);
  if (isPage) response.setHeader('X-Frame-Options', 'DENY');
  next();
}

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
