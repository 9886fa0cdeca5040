import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Networks } from '@app/networks';
import {
  CLOCK,
  type Clock,
  LOGGER,
  type Logger,
  Metrics,
  ReadinessRegistry,
  SETTINGS,
  type Settings,
} from '@app/operations';
import { Chains } from '@app/upstream';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { answerClientError } from '../http/client-error';
import { headFault } from '../http/request-head';
import { normalizedTarget, pathOf } from '../http/request-target';
import { urlOf } from '../http/url-of';
import { buildOf } from './build';
import { nodeInfo } from './node-info';
import { refusalReason } from './sender';

interface Page {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Metrics, liveness, readiness and build info on a port of their own, which is never the public one.
 * Plain node:http: it has to answer when everything else is in trouble.
 */
@Injectable()
export class ManagementServer implements OnApplicationShutdown {
  readonly #server: Server;
  readonly #pages: Readonly<Record<string, () => Page | Promise<Page>>>;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) clock: Clock,
    metrics: Metrics,
    readiness: ReadinessRegistry,
    networks: Networks,
    chains: Chains,
  ) {
    const build = buildOf(settings);
    const startedAt = clock.now();
    const startedMs = clock.monotonicMs();
    this.#pages = {
      '/metrics': async () => ({
        status: 200,
        type: metrics.registry.contentType,
        body: await metrics.registry.metrics(),
      }),
      // Looks at the process alone: whatever else is broken, a restart would not mend it.
      '/livez': () => json(200, { ok: true }),
      '/readyz': () => {
        const state = readiness.state();
        return json(state.ready ? 200 : 503, state);
      },
      '/info': () =>
        json(200, {
          ...build,
          environment: settings.nodeEnv,
          networks: networks.all().map(({ name, realFunds }) => ({
            name,
            real_funds: realFunds,
            nodes: chains.of(name).nodeStatus().map(nodeInfo),
          })),
          started_at: new Date(startedAt).toISOString(),
          uptime_seconds: Math.floor((clock.monotonicMs() - startedMs) / 1000),
        }),
    };
    this.#server = createServer(
      { requireHostHeader: false },
      (request, response) => void this.#answer(request, response),
    ).on('clientError', answerClientError);
  }

  async listen(): Promise<void> {
    const { managementPort, managementHost } = this.settings;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(managementPort, managementHost, () => {
        this.#server
          .off('error', reject)
          .on('error', (error) => this.logger.error({ err: error }, 'management'));
        resolve();
      });
    });
  }

  /** Where it listens. */
  get url(): string {
    return urlOf(this.#server);
  }

  onApplicationShutdown(): void {
    this.#server.close();
    this.#server.closeAllConnections();
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
      this.logger.error({ err: error }, 'management');
      response.destroy();
    }
  }

  async #pageOf(request: IncomingMessage): Promise<Page> {
    const { url = '/', method = '', headers } = request;
    const fault = headFault(request);
    if (fault !== undefined) return json(fault.status, { error: fault.message });
    const refusal = refusalReason(headers, this.settings.managementAllowedHosts);
    if (refusal !== undefined) return json(403, { error: refusal });
    const path = pathOf(normalizedTarget(url));
    const page = Object.hasOwn(this.#pages, path) ? this.#pages[path] : undefined;
    if (page === undefined)
      return json(404, { error: `no such page; there are ${Object.keys(this.#pages).join(', ')}` });
    if (method !== 'GET' && method !== 'HEAD') return json(405, { error: 'use GET' });
    try {
      return await page();
    } catch (error) {
      this.logger.error({ err: error, path }, 'management');
      return json(500, { error: 'internal error' });
    }
  }
}

function json(status: number, body: object): Page {
  return { status, type: JSON_TYPE, body: JSON.stringify(body) };
}
