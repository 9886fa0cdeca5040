import type { NodeCapability, NodeConfig } from '@app/networks/node-config';
import { Pool } from 'undici';
import { CALL_BOUNDS, type CallClass } from './call-class';
import { connectionFailure } from './connection-failure';
import { AnswerTooLargeError } from './errors';
import { Exchange } from './exchange';
import type { NodeReply, NodeRequest } from './node-request';

/** Time limits and connections of one node, all of them settings. */
export interface NodeOptions {
  /** Deadlines that differ from the table of call classes. */
  readonly deadlinesMs: Partial<Record<CallClass, number>>;
  /** Of a poll of the head and a probe of a capability: a node that takes longer would be late for every request. */
  readonly pollTimeoutMs: number;
  /** Until a connection is open, TLS included. */
  readonly connectTimeoutMs: number;
  /** Until an idle connection is closed; a node that announces a shorter time counts. */
  readonly keepAliveMs: number;
  /** Connections at once; more requests wait. */
  readonly connections: number;
}

const DEFAULTS: NodeOptions = {
  deadlinesMs: {},
  pollTimeoutMs: 2_000,
  connectTimeoutMs: 2_000,
  keepAliveMs: 10_000,
  connections: 32,
};

/** URL and credentials of one request to a node. */
export interface NodeTarget {
  /** Without credentials. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One node over HTTP with kept-alive connections, a deadline and a bound on what it may answer. */
export class UpstreamNode {
  /** Name of the node: what may be shown of it. */
  readonly label: string;
  /** URL without credentials: identifies the node, and is never shown. */
  readonly address: string;
  /** Its capabilities as configured; undefined: they are probed. */
  readonly configured: ReadonlySet<NodeCapability> | undefined;
  /** See NodeOptions. */
  readonly pollTimeoutMs: number;
  readonly #pool: Pool;
  readonly #prefix: string;
  readonly #authorization: Readonly<Record<string, string>>;
  /** With credentials. */
  #ownHeaders: Readonly<Record<string, string>>;
  #config: NodeConfig;
  readonly #deadlinesMs: NodeOptions['deadlinesMs'];

  constructor(config: NodeConfig, options: Partial<NodeOptions> = {}) {
    const { url, label, capabilities } = config;
    const { deadlinesMs, pollTimeoutMs, connectTimeoutMs, keepAliveMs, connections } = {
      ...DEFAULTS,
      ...options,
    };
    const { origin, pathname, username, password } = new URL(url);
    this.label = label;
    this.configured = capabilities;
    this.#config = config;
    this.#prefix = pathname.replace(/\/+$/, '');
    this.address = `${origin}${this.#prefix}`;
    this.#authorization = username === '' ? {} : { authorization: basicAuthorization(username, password) };
    this.#ownHeaders = { ...config.headers, ...this.#authorization };
    this.#deadlinesMs = deadlinesMs;
    this.pollTimeoutMs = pollTimeoutMs;
    this.#pool = new Pool(origin, {
      connections,
      connect: { timeout: connectTimeoutMs },
      keepAliveTimeout: keepAliveMs,
      // A node that announces a longer time does not count.
      keepAliveMaxTimeout: keepAliveMs,
      // One deadline for the whole call stands in for both.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Whether it serves only where no other node is fit and current. */
  get isBackup(): boolean {
    return this.#config.isBackup ?? false;
  }

  /** Its latency counts as divided by this. */
  get weight(): number {
    return this.#config.weight ?? 1;
  }

  /** Rate above which it should rest; undefined: there is none. */
  get requestsPerSecond(): number | undefined {
    return this.#config.requestsPerSecond;
  }

  /** Whether a configuration is that of this node: the same label, URL and capabilities. */
  isNamedBy({ label, url, capabilities }: NodeConfig): boolean {
    return label === this.label && url === this.#config.url && areEqual(capabilities, this.configured);
  }

  /** Takes over headers, weight, backup and budget. Requests that were sent keep the headers they were sent with. */
  configure(config: NodeConfig): void {
    this.#config = config;
    this.#ownHeaders = { ...config.headers, ...this.#authorization };
  }

  /**
   * Sends one request and reads the whole answer, within the deadline of the request's class.
   * @throws NodeFailure when no complete answer came; AnswerTooLargeError when it is over the bound.
   */
  async request(request: NodeRequest): Promise<NodeReply> {
    const deadlineMs = this.#deadlinesMs[request.call] ?? CALL_BOUNDS[request.call].deadlineMs;
    const end = new AbortController();
    const timer = setTimeout(() => {
      end.abort(new DOMException(`no answer within ${deadlineMs} ms`, 'TimeoutError'));
    }, deadlineMs);
    const { signal } = request;
    const onAbort = (): void => {
      end.abort(signal?.reason);
    };
    if (signal?.aborted === true) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await this.exchange(request, end.signal);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** As `request`; the caller bounds the time by the signal, and the request's own signal is not looked at. */
  exchange(request: NodeRequest, signal: AbortSignal): Promise<NodeReply> {
    const { maxBytes } = CALL_BOUNDS[request.call];
    const sent = {
      method: request.method,
      path: `${this.#prefix}${request.path}`,
      body: request.body ?? null,
      headers: this.#headers(request),
    };
    return new Promise<NodeReply>((resolve, reject) => {
      const tooLarge = (): Error => new AnswerTooLargeError(this.label, maxBytes);
      const onFailure = (error: unknown): void => {
        reject(
          error instanceof AnswerTooLargeError
            ? error
            : connectionFailure(this.label, error, exchange.isSent),
        );
      };
      const exchange = new Exchange({ resolve, reject: onFailure }, maxBytes, tooLarge, signal);
      exchange.begin(this.#pool, sent);
    });
  }

  /** Where a request goes whose answer is not read as a whole: a stream. */
  target(path: string): NodeTarget {
    return { url: `${this.address}${path}`, headers: this.#ownHeaders };
  }

  /** Ends every connection; requests in flight fail. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }

  /** Ends every connection once the requests in flight are answered; further requests fail. */
  leave(): Promise<void> {
    return this.#pool.close();
  }

  #headers(request: NodeRequest): Record<string, string> {
    const headers: Record<string, string> = { accept: 'application/json', ...request.headers };
    if (request.body !== undefined) headers['content-type'] = request.contentType ?? 'application/json';
    return { ...headers, ...this.#ownHeaders };
  }
}

const areEqual = (one: ReadonlySet<unknown> | undefined, other: ReadonlySet<unknown> | undefined): boolean =>
  one === undefined || other === undefined
    ? one === other
    : one.size === other.size && [...one].every((each) => other.has(each));

function basicAuthorization(username: string, password: string): string {
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(text).toString('base64')}`;
}
