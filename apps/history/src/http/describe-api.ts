import { createDocument } from '@app/openapi';
import { type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Express, NextFunction, Request, Response } from 'express';

const DOCS = '/v2/docs';
const IS_DOCS = /^\/v2\/docs(?:\/|$)/i;

/** Swagger UI at /v2/docs, where Hyperion has it; the document at /v2/docs/json. Made when it is asked for first. */
export function describeApi(app: NestExpressApplication): void {
  let pages: Promise<Express> | undefined;
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (!IS_DOCS.test(request.path)) return next();
    pages ??= pagesOf(app);
    pages.then((serve) => {
      serve(request, response, next);
    }, next);
  });
}

@Module({})
class PagesModule {}

/** The pages, in an application of their own: the routes of the other one are complete when the pages are made. */
async function pagesOf(app: INestApplication): Promise<Express> {
  const pages = await NestFactory.create<NestExpressApplication>(PagesModule, {
    logger: false,
    abortOnError: false,
    bodyParser: false,
  });
  pages.disable('x-powered-by');
  pages.disable('etag');
  SwaggerModule.setup(DOCS, pages, () => documentOf(app), { jsonDocumentUrl: `${DOCS}/json`, raw: ['json'] });
  return pages.getHttpAdapter().getInstance();
}

const documentOf = (app: INestApplication): OpenAPIObject =>
  createDocument(
    app,
    new DocumentBuilder()
      .setTitle('History node')
      .setDescription('Indexed history, state and statistics of an Antelope chain: docs/history-node.md')
      .setVersion('2')
      .build(),
  );
