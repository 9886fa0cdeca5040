import { SETTINGS, type Settings } from '@app/operations';
import { Inject, Injectable } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { LRUCache } from 'lru-cache';
import { describeApi } from './openapi/describe-api';
import { type StaticFile, staticFile } from './static-file';

const HOST = /^[\w.:[\]-]{1,255}$/;
const KEPT_TEXTS = 16;

/** The OpenAPI document. It is made when it is first asked for, then kept as text for each server URL. */
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
    const url = this.#serverUrl(host);
    const kept = this.#texts.get(url);
    if (kept !== undefined) return kept;
    const servers = [{ url, description: 'This gateway' }];
    const file = staticFile('application/json; charset=utf-8', JSON.stringify({ ...this.document, servers }));
    this.#texts.set(url, file);
    return file;
  }

  #serverUrl(host = ''): string {
    const { publicUrl } = this.settings;
    return publicUrl ?? (HOST.test(host) ? `http://${host}` : '/');
  }
}
