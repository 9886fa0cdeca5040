import { SETTINGS, type Settings } from '@app/operations';
import { Inject, Injectable } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { describeApi } from './openapi/describe-api';
import { toolsDocument } from './openapi/tools-document';
import { type StaticFile, staticFile } from './static-file';

/**
 * The OpenAPI document, and that of the tools alone. Each is made when it is first asked for, then kept as text, the same for
 * every host, so that no request has it written and compressed again.
 */
@Injectable()
export class ApiDocument {
  #app: INestApplication | undefined;
  #document: OpenAPIObject | undefined;
  #text: StaticFile | undefined;
  #toolsText: StaticFile | undefined;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** The application whose routes are described. */
  attach(app: INestApplication): void {
    this.#app = app;
  }

  get document(): OpenAPIObject {
    if (this.#app === undefined) throw new Error('ApiDocument: attach an application first');
    return (this.#document ??= describeApi(this.#app, this.settings));
  }

  /** Where Swagger UI shows an operation: the fragment of its page. */
  fragmentOf(operationId: string): string {
    const operations = Object.values(this.document.paths).flatMap(({ get, post }) => [get, post]);
    const [tag = 'default'] = operations.find((each) => each?.operationId === operationId)?.tags ?? [];
    return `#/${tag}/${operationId}`;
  }

  /** The document as JSON. */
  get text(): StaticFile {
    return (this.#text ??= this.#textOf(this.document));
  }

  /** The document of the tools alone. */
  get toolsText(): StaticFile {
    return (this.#toolsText ??= this.#textOf(toolsDocument(this.document)));
  }

  /**
   * Without PUBLIC_URL no server is named: OpenAPI has the server that the document came from then. "/" would say the
   * same, and some generators write it into their clients.
   */
  #textOf(document: OpenAPIObject): StaticFile {
    const { publicUrl } = this.settings;
    const servers = publicUrl === undefined ? undefined : [{ url: publicUrl, description: 'This gateway' }];
    return staticFile('application/json; charset=utf-8', JSON.stringify({ ...document, servers }));
  }
}
