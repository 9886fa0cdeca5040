import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Networks } from '@app/networks';
import { CLOCK, type Clock, Metrics, ReadinessRegistry, SETTINGS, type Settings } from '@app/operations';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { urlOf } from '../http/url-of';
import { buildOf } from './build';

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
    @Inject(CLOCK) clock: Clock,
    metrics: Metrics,
    readiness: ReadinessRegistry,
    networks: Networks,
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
          networks: networks.all().map(({ name, realFunds }) => ({ name, real_funds: realFunds })),
          started_at: new Date(startedAt).toISOString(),
          uptime_seconds: Math.floor((clock.monotonicMs() - startedMs) / 1000),
        }),
    };
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async listen(): Promise<void> {
    const { managementPort, managementHost } = this.settings;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(managementPort, managementHost, resolve);
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

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const page = await this.#pageOf(request);
    response.writeHead(page.status, {
      'Content-Type': page.type,
      'Content-Length': Buffer.byteLength(page.body),
    });
    response.end(request.method === 'HEAD' ? undefined : page.body);
  }

  async #pageOf({ url = '/', method = '' }: IncomingMessage): Promise<Page> {
    const { pathname } = new URL(url, 'http://management');
    const page = Object.hasOwn(this.#pages, pathname) ? this.#pages[pathname] : undefined;
    if (page === undefined)
      return json(404, { error: `no such page; there are ${Object.keys(this.#pages).join(', ')}` });
    if (method !== 'GET' && method !== 'HEAD') return json(405, { error: 'use GET' });
    try {
      return await page();
    } catch {
      return json(500, { error: 'internal error' });
    }
  }
}

function json(status: number, body: object): Page {
  return { status, type: JSON_TYPE, body: JSON.stringify(body) };
}
