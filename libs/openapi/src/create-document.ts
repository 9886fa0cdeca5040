import type { INestApplication } from '@nestjs/common';
import { type OpenAPIObject, type SwaggerDocumentOptions, SwaggerModule } from '@nestjs/swagger';
import { applyDocumented } from './documented';

/** The OpenAPI document of the routes of an application, with what their decorators say. */
export function createDocument(
  app: INestApplication,
  config: Omit<OpenAPIObject, 'paths'>,
  options?: SwaggerDocumentOptions,
): OpenAPIObject {
  applyDocumented();
  return SwaggerModule.createDocument(app, config, options);
}
