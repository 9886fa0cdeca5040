import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

/** Swagger UI at /v2/docs, where Hyperion has it; the document at /v2/docs/json. Made when it is asked for first. */
export function describeApi(app: INestApplication): void {
  const document = (): OpenAPIObject =>
    SwaggerModule.createDocument(
      app,
      new DocumentBuilder()
        .setTitle('History node')
        .setDescription('Indexed history, state and statistics of an Antelope chain: docs/history-node.md')
        .setVersion('2')
        .build(),
    );
  SwaggerModule.setup('v2/docs', app, document, { jsonDocumentUrl: 'v2/docs/json', raw: ['json'] });
}
