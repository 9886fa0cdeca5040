import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import {
  LimitedLog,
  LOGGER,
  type Logger,
  Metrics,
  ReadinessRegistry,
  SETTINGS,
  type Settings,
  type SpanAttributes,
  TRACING,
  type Tracing,
} from '@app/operations';
import { recordToolCall } from '@app/chain-tools';
import { TOOLS_PREFIX } from '@app/tooling';
import { peerReader } from '@app/rate-limit';
import { shortened } from '@app/upstream';
import { Inject, Injectable } from '@nestjs/common';
import { answerPreflight, writeBrowserHeaders } from './browser-headers';
import { isRefusal } from './errors/refusal';
import { asToolError } from './errors/error-mapping';
import { reasonOf } from './errors/failure-reason';
import type { GatewayRequest, GatewayResponse } from './fast-path/express-prototypes';
import { pathOf } from '../http/request-target';
import { boundUnreadBody } from './body/unread-body';

const SANE = /^[\w.:/+=-]{1,128}$/;

/** The id a request goes by in the answer and the log: the client's own when it is a sane one, else random. */
function requestIdOf(offered: string | string[] | undefined): string {
  return typeof offered === 'string' && SANE.test(offered) ? offered : randomUUID();
}

/** Most characters of a path in a log line. */
const MAX_PATH_CHARACTERS = 200;
/** Status for a client that disconnected before its answer was sent; nginx logs the same number. */
const CLIENT_DISCONNECTED = 499;

/** Runs at the start of every request and at the end of every response: ids, browser headers, metrics, the log. */
@Injectable()
export class RequestObserver {
  #successes = 0;
  readonly #peerOf: ReturnType<typeof peerReader>;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly failures: LimitedLog,
    private readonly metrics: Metrics,
    private readonly readiness: ReadinessRegistry,
    @Inject(TRACING) private readonly tracing: Tracing | null,
  ) {
    this.#peerOf = peerReader(settings.trustedProxies);
  }

  /** Called first for every request; returns false when it has answered the request. */
  onRequest(request: GatewayRequest, response: GatewayResponse): boolean {
    request.startedAt = performance.now();
    if (this.tracing !== null) request.span = this.tracing.beginRequest(request.headers);
    request.requestId = requestIdOf(request.headers['x-request-id']);
    response.setHeader('X-Request-Id', request.requestId);
    if (request.headers['x-forwarded-for'] !== undefined) this.#countForwarded(request);
    // A kept-alive connection would keep sending requests to a replica that is shutting down.
    if (this.readiness.isDraining()) response.shouldKeepAlive = false;
    response.on('close', () => {
      this.#end(request, response);
      boundUnreadBody(request);
    });
    writeBrowserHeaders(request, response);
    return !answerPreflight(request, response);
  }

  #countForwarded({ socket }: GatewayRequest): void {
    if (!this.#peerOf(socket.remoteAddress).isTrusted) this.metrics.untrustedForwarded.inc();
  }

  #end(request: GatewayRequest, response: GatewayResponse): void {
    const isAnswered = response.writableFinished || response.isStream;
    const status = isAnswered ? response.statusCode : CLIENT_DISCONNECTED;
    const route = request.routePath === '' ? request.surface.unmatchedLabel : request.routePath;
    const seconds = (performance.now() - request.startedAt) / 1000;
    this.metrics.httpRequests.inc({ route, method: methodLabel(request.method), status });
    if (!response.isStream) this.metrics.httpSeconds.observe({ route }, seconds);
    if (isFailure(status, response.failure)) this.metrics.httpFailures.inc();
    if (route.startsWith(TOOLS_PREFIX)) {
      const failure = response.failure === undefined ? undefined : asToolError(response.failure).kind;
      recordToolCall(this.metrics, { tool: route.slice(TOOLS_PREFIX.length), surface: 'rest', failure });
    }
    request.span?.end(
      `${methodLabel(request.method)} ${route}`,
      spanAttributes(request, route, status),
      status >= 500,
    );
    this.#log(request, response.failure, status, seconds);
  }

  #log(request: GatewayRequest, failure: unknown, status: number, seconds: number): void {
    const level = isRefusalOfNode(status, failure) ? 'info' : levelOf(status);
    // Successes and frequent refusals are sampled; all other lines are written, up to their rate.
    if (level === 'info' && !this.#isSampled()) return;
    const line = {
      requestId: request.requestId,
      ...(request.span === undefined ? {} : { traceId: request.span.traceId }),
      method: request.method,
      path: shortened(pathOf(request.originalUrl), MAX_PATH_CHARACTERS),
      status,
      ms: Math.round(seconds * 1e6) / 1e3,
      ...(failure === undefined ? {} : level === 'error' ? { err: failure } : { reason: reasonOf(failure) }),
    };
    if (level === 'info') this.logger.info(line, 'request');
    else this.failures[level](`HTTP ${status}`, line, 'request');
  }

  #isSampled(): boolean {
    const every = this.settings.logSuccessEvery;
    this.#successes += 1;
    return every > 0 && this.#successes % every === 0;
  }
}

/** nodeos refuses with 500 by design: its own answer that is passed on, or one that the gateway makes in its shape. */
const isRefusalOfNode = (status: number, failure: unknown): boolean =>
  status === 500 && (failure === undefined || isRefusal(failure));

/** 501 states that the request asks for something that no gateway has. */
const isFailure = (status: number, failure: unknown): boolean =>
  status >= 500 && status !== 501 && !isRefusalOfNode(status, failure);

function levelOf(status: number): 'info' | 'warn' | 'error' {
  // 503: the service is stopping or full, which is no defect.
  if (status >= 500) return status === 503 ? 'warn' : 'error';
  return status < 400 || status === 404 || status === 429 || status === CLIENT_DISCONNECTED ? 'info' : 'warn';
}

const spanAttributes = (
  { method, requestId }: GatewayRequest,
  route: string,
  status: number,
): SpanAttributes => ({
  'http.request.method': methodLabel(method),
  'http.route': route,
  'http.response.status_code': status,
  'gateway.request_id': requestId,
});

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Clients may send arbitrary methods: the label has a fixed set of values. */
function methodLabel(method: string | undefined): string {
  return method !== undefined && METHODS.has(method) ? method : 'other';
}
