import { SETTINGS, type Settings } from '@app/operations';
import { Inject, Injectable } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { LRUCache } from 'lru-cache';
import { describeApi } from './openapi/describe-api';
import { toolsDocument } from './openapi/tools-document';
import { type StaticFile, staticFile } from './static-file';

const HOST = /^[\w.:[\]-]{1,255}$/;
const KEPT_TEXTS = 16;

/** The OpenAPI document, and that of the tools alone. It is made when it is first asked for, then kept as text for each server URL. */
@Injectable()
export class ApiDocument {
  readonly #texts = new LRUCache<string, StaticFile>({ max: KEPT_TEXTS });
  #app: INestApplication | undefined;
  #document: OpenAPIObject | undefined;

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

  /** The document as JSON, for a client that reached this gateway under `host` (its Host header). */
  textFor(host: string | undefined): StaticFile {
    return this.#textOf('api', host, (document) => document);
  }

  /** The document of the tools alone. */
  toolsTextFor(host: string | undefined): StaticFile {
    return this.#textOf('tools', host, toolsDocument);
  }

  #textOf(
    part: 'api' | 'tools',
    host: string | undefined,
    select: (document: OpenAPIObject) => OpenAPIObject,
  ): StaticFile {
    const url = this.#serverUrl(host);
    const key = `${part} ${url}`;
    const kept = this.#texts.get(key);
    if (kept !== undefined) return kept;
    const servers = [{ url, description: 'This gateway' }];
    const text = JSON.stringify({ ...select(this.document), servers });
    const file = staticFile('application/json; charset=utf-8', text);
    this.#texts.set(key, file);
    return file;
  }

  #serverUrl(host = ''): string {
    const { publicUrl } = this.settings;
    return publicUrl ?? (HOST.test(host) ? `http://${host}` : '/');
  }
}
