import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

/** Swagger UI at /docs and its document at /docs/openapi.json, made when it is first asked for. */
export function setUpDocs(app: INestApplication): void {
  let document: OpenAPIObject | undefined;
  SwaggerModule.setup('docs', app, () => (document ??= describe(app)), {
    jsonDocumentUrl: 'docs/openapi.json',
    raw: ['json'],
    customSiteTitle: 'Chain Tool Gateway',
    swaggerOptions: { displayRequestDuration: true, docExpansion: 'list', tryItOutEnabled: true },
  });
}

function describe(app: INestApplication): OpenAPIObject {
  const description =
    'Tools for a chain with BTC and USDT lending and an orderbook exchange. Read tools look, compose tools build ' +
    'an unsigned proposal, the relay broadcasts what the caller signed. The service holds no keys.';
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Chain Tool Gateway')
    .setDescription(description)
    .setVersion('1.0.0')
    .addServer('/', 'This gateway')
    .build();
  return SwaggerModule.createDocument(app, config);
}
