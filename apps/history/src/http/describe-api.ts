import { API_PAGE_FILES, apiPage, apiPageFile } from '@app/api-page';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Request, Response } from 'express';

/** Where Hyperion has its page. */
const PAGE = '/v2/docs';
const DOCUMENT = `${PAGE}/json`;

const HTML = apiPage({
  title: 'History node',
  base: '',
  files: PAGE,
  document: DOCUMENT,
  links: [{ text: 'OpenAPI document', href: DOCUMENT }],
});

/** Swagger UI at /v2/docs, the document at /v2/docs/json. Made when it is asked for first. */
export function describeApi(app: INestApplication): void {
  let made: OpenAPIObject | undefined;
  const document = (): OpenAPIObject =>
    SwaggerModule.createDocument(
      app,
      new DocumentBuilder()
        .setTitle('History node')
        .setDescription(
          'Indexed history, state and statistics of an Antelope chain: docs/reference/history-node.md',
        )
        .setVersion('2')
        .build(),
    );
  const http = app.getHttpAdapter();
  http.get(DOCUMENT, (_request: Request, response: Response) => response.json((made ??= document())));
  http.get(PAGE, (_request: Request, response: Response) => response.type('html').send(HTML));
  for (const name of API_PAGE_FILES)
    http.get(`${PAGE}/${name}`, (_request: Request, response: Response) => {
      const file = apiPageFile(name);
      if (file === undefined) throw new Error(`${name} is no file of the page`);
      response.type(file.type).send(file.content);
    });
}
