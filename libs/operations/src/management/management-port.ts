import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerHalfClosed } from '../half-closed';
import type { Logger } from '../logger';
import { refusalReason } from './sender';

/** One answer of the management port. */
export interface ManagementPage {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Pages by their path. */
export type ManagementPages = Readonly<Record<string, () => ManagementPage | Promise<ManagementPage>>>;

/** Pages, allowed names and checks of a management port. */
export interface ManagementPortOptions {
  readonly pages: ManagementPages;
  /** Answers a POST; undefined for a path that is no command's. It checks by itself who may command. */
  readonly command?: (path: string, authorization: string | undefined) => Promise<ManagementPage> | undefined;
  /** Names in lower case that the port answers to, besides IP addresses and localhost. */
  readonly allowedHosts: readonly string[];
  /** Which setting allows a name, for clients that use another one. */
  readonly allowedHostsAdvice: string;
  readonly logger: Logger;
  /** Called first for every request; false: it is not answered. */
  readonly takes?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Violation of HTTP in a request that the parser accepted; undefined for a valid one. */
  readonly faultOf?: (
    request: IncomingMessage,
  ) => { readonly status: number; readonly message: string } | undefined;
  /** The path of a request target. */
  readonly pathOf?: (target: string) => string;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** A page of JSON. */
export const managementJson = (status: number, body: object): ManagementPage => ({
  status,
  type: JSON_TYPE,
  body: JSON.stringify(body),
});

const withoutQuery = (target: string): string => target.split('?', 1)[0] ?? '';

/**
 * Pages for operators (metrics, liveness, readiness) on a port of their own, which is never the public one. Plain
 * node:http: it has to answer when everything else is in trouble. Answers GET and HEAD, POST of commands, and no page of
 * another origin.
 */
export class ManagementPort {
  readonly server: Server;

  constructor(private readonly options: ManagementPortOptions) {
    this.server = createServer({ requireHostHeader: false }, (request, response) => {
      if (options.takes?.(request, response) !== false) void this.#answer(request, response);
    });
    answerHalfClosed(this.server);
  }

  /** Rejects when the port cannot be had. */
  async listen(host: string, port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(port, host, () => {
        this.server
          .off('error', reject)
          .on('error', (error) => this.options.logger.error({ err: error }, 'management'));
        resolve();
      });
    });
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  /** Never rejects: no request to this port may end the process. */
  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const page = await this.#pageOf(request);
      response.writeHead(page.status, {
        'Content-Type': page.type,
        'Content-Length': Buffer.byteLength(page.body),
        'X-Content-Type-Options': 'nosniff',
      });
      response.end(request.method === 'HEAD' ? undefined : page.body);
    } catch (error) {
      this.options.logger.error({ err: error }, 'management');
      response.destroy();
    }
  }

  async #pageOf(request: IncomingMessage): Promise<ManagementPage> {
    const {
      pages,
      command,
      allowedHosts,
      allowedHostsAdvice,
      logger,
      faultOf,
      pathOf = withoutQuery,
    } = this.options;
    const { url = '/', method = '', headers } = request;
    const fault = faultOf?.(request);
    if (fault !== undefined) return managementJson(fault.status, { error: fault.message });
    const refusal = refusalReason(headers, allowedHosts, allowedHostsAdvice);
    if (refusal !== undefined) return managementJson(403, { error: refusal });
    const path = pathOf(url);
    const answer = method === 'POST' ? command?.(path, headers.authorization) : undefined;
    const page = Object.hasOwn(pages, path) ? pages[path] : answer && (() => answer);
    if (page === undefined)
      return managementJson(404, { error: `no such page; there are ${Object.keys(pages).join(', ')}` });
    if (method !== 'GET' && method !== 'HEAD' && answer === undefined)
      return managementJson(405, { error: 'use GET' });
    try {
      return await page();
    } catch (error) {
      logger.error({ err: error, path }, 'management');
      return managementJson(500, { error: 'internal error' });
    }
  }
}
