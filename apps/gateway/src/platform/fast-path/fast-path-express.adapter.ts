import type { Server } from 'node:http';
import { CONSISTENCY_NAME } from '@app/operations';
import { runConsistent } from '@app/chain-tools';
import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type ErrorRequestHandler, type Express, type NextFunction } from 'express';
import { AnswerText } from '@app/tooling';
import { sendJsonText } from '../../json/send-texts';
import { beginAnswer, isAnswerable, refuseRest } from '../../http/client-error';
import { headFault } from '../../http/request-head';
import { normalizedTarget, pathOf } from '../../http/request-target';
import { OpenConnections } from '../connections/open-connections';
import { RequestTurns } from '../connections/request-turns';
import { type GatewayRequest, type GatewayResponse, holdBack } from './express-prototypes';
import { createGatewayServer, type RequestTimeouts } from './gateway-server';
import { ANY_METHOD, handlerOf, type RouteHandler, RouteTable, withoutSlash } from './route-table';
import { notFoundError } from '../errors/not-found';
import type { BodyPolicy, Shortcut } from '../surface';
import type { SurfaceTable } from '../surface-table';

export type GatewayHandler = RouteHandler<GatewayRequest, GatewayResponse>;

/** Called first for every request; returns false when it has answered the request. */
export type OnRequest = (request: GatewayRequest, response: GatewayResponse) => boolean;

/** Wraps the handler of a route with the body handling of its surface. */
export type WithBody = (policy: BodyPolicy, handler: GatewayHandler) => GatewayHandler;

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options' | 'all';

/**
 * Express adapter with a fast path: routes without parameters are called directly from a table, without router,
 * layers and body-parser, and answer in one write. Swagger UI and routes with parameters use Express.
 *
 * Middleware would not run for routes of the fast path, so registering any throws. Guards, pipes, interceptors
 * and filters are Nest's and work as usual.
 */
export class FastPathExpressAdapter extends ExpressAdapter {
  /** Of requests that a client sent without waiting for answers. */
  readonly turns = new RequestTurns();
  readonly #routes = new RouteTable<GatewayRequest, GatewayResponse>();
  readonly #handlers = new Map<string, GatewayHandler>();
  readonly #shortened = new Set<GatewayHandler>();
  readonly #surfaces: SurfaceTable;
  readonly #withBody: WithBody;
  #connections: OpenConnections | undefined;
  readonly #timeouts: RequestTimeouts;
  #onRequest: OnRequest = () => true;
  #onError: ErrorRequestHandler = (error, _request, _response, next) => {
    next(error);
  };

  constructor(surfaces: SurfaceTable, withBody: WithBody, timeouts: RequestTimeouts) {
    const app = express();
    app.disable('x-powered-by').disable('etag');
    super(app);
    this.#surfaces = surfaces;
    this.#withBody = withBody;
    this.#timeouts = timeouts;
  }

  /** From now on every request passes `onRequest` first. */
  setOnRequest(onRequest: OnRequest): void {
    this.#onRequest = onRequest;
  }

  /** From now on requests to a route of the fast path, for all origins, go to `shortcut` first. @throws Error for another one */
  setShortcut(method: string, path: string, shortcut: Shortcut): void {
    const handler = this.#handlers.get(`${method} ${path}`);
    if (handler === undefined) throw new Error(`no route ${method} ${path}`);
    const { body, cors } = this.#surfaces.of(path);
    // Collected fields are not read, so none may depend on another one, as Vary does on a list of origins.
    if (cors !== 'any') throw new Error(`${path} is for some origins: it can have no shortcut`);
    const shortened = this.#withBody(body, (request, response, next) =>
      shortcut(request, response, () => {
        response.releaseFields();
        return handler(request, response, next);
      }),
    );
    this.#shortened.add(shortened);
    this.#routes.replace(method, path, shortened);
  }

  override initHttpServer(): void {
    const server = createGatewayServer(
      this.getInstance<Express>(),
      this.#timeouts,
      (request, response) => {
        // Node gives the connection to one response at a time, here to an earlier one.
        if (response.socket === null)
          this.turns.wait(request.socket, response, () => this.#take(request, response));
        else this.#take(request, response);
      },
      (request) => this.#takesUpgrade(request),
    );
    this.#connections = new OpenConnections(server);
    this.httpServer = server as unknown as Server;
  }

  /** @throws Error before `initHttpServer` */
  get connections(): OpenConnections {
    if (this.#connections === undefined) throw new Error('the HTTP server is not set up');
    return this.#connections;
  }

  override reply(response: GatewayResponse, body: unknown, statusCode?: number): unknown {
    if (typeof body !== 'object' || body === null || body instanceof StreamableFile) {
      return super.reply(response, body, statusCode);
    }
    if (statusCode !== undefined) response.statusCode = statusCode;
    const text = new AnswerText(body);
    if (response.statusCode === 200) response.onAnswer?.(text);
    sendJsonText(response, text);
    return response;
  }

  override get(...route: unknown[]): unknown {
    return this.#register('get', route);
  }

  override post(...route: unknown[]): unknown {
    return this.#register('post', route);
  }

  override put(...route: unknown[]): unknown {
    return this.#register('put', route);
  }

  override patch(...route: unknown[]): unknown {
    return this.#register('patch', route);
  }

  override delete(...route: unknown[]): unknown {
    return this.#register('delete', route);
  }

  override options(...route: unknown[]): unknown {
    return this.#register('options', route);
  }

  override all(...route: unknown[]): unknown {
    return this.#register('all', route);
  }

  override createMiddlewareFactory(): never {
    throw new Error('middleware does not run for the routes of the gateway: use a guard or an interceptor');
  }

  /** A request without a route gets an error that uses the route table; Nest's own error knows the path alone. */
  override setNotFoundHandler(): unknown {
    return this.use((request: GatewayRequest, response: GatewayResponse, next: NextFunction) => {
      const path = pathOf(request.originalUrl);
      const allowed = this.#routes.methodsOf(path);
      if (request.method === 'OPTIONS' && allowed.length > 0) {
        response.writeHead(204, { Allow: [...allowed, 'OPTIONS'].join(', ') }).end();
        return;
      }
      // A wrong method is counted under the route of its path.
      if (allowed.length > 0) request.routePath = withoutSlash(path);
      next(notFoundError(request.method ?? '', path, this.#surfaces, this.#routes));
    });
  }

  override setErrorHandler(handler: ErrorRequestHandler, prefix?: string): unknown {
    this.#onError = handler;
    return super.setErrorHandler(handler, prefix);
  }

  #takesUpgrade(request: GatewayRequest): boolean {
    const { method, headers, url = '' } = request;
    const isWebsocket = method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
    return (
      isWebsocket && this.#surfaces.of(pathOf(url)).takesUpgrades === true && headFault(request) === undefined
    );
  }

  #register(verb: Verb, route: unknown[]): unknown {
    const [path, handler] = route;
    const express = this.getInstance<Record<Verb, (...route: unknown[]) => unknown>>();
    if (typeof path !== 'string' || typeof handler !== 'function') return express[verb](...route);
    if (!RouteTable.isExact(path)) {
      return express[verb](path, this.#withBody(this.#surfaces.of(path).body, handler as GatewayHandler));
    }
    const method = verb === 'all' ? ANY_METHOD : verb.toUpperCase();
    const surface = this.#surfaces.of(path);
    this.#handlers.set(`${method} ${path}`, handler as GatewayHandler);
    this.#routes.add(method, path, surface, this.#withBody(surface.body, handler as GatewayHandler));
    return this;
  }

  /** Never throws: it is called by an event of the server, where an exception would end the process. */
  #take(request: GatewayRequest, response: GatewayResponse): void {
    if (!isAnswerable(request)) return;
    request.url = normalizedTarget(request.url ?? '/');
    request.originalUrl = request.url;
    request.res = response;
    beginAnswer(request.socket, response);
    try {
      const path = pathOf(request.originalUrl);
      const route = this.#routes.at(path);
      const handler = route && handlerOf(route, request.method ?? '');
      if (handler !== undefined && this.#shortened.has(handler)) response.collectFields();
      request.surface = route?.surface ?? this.#surfaces.of(path);
      if (!this.#onRequest(request, response)) return;
      if (request.awaitsContinue) holdBack(request, response);
      const fault = headFault(request);
      if (fault === undefined)
        runConsistent(request.headers[CONSISTENCY_NAME], () => {
          this.#route(request, response, route?.path ?? '', handler);
        });
      else {
        // The end of the request is ambiguous: nothing that follows on the connection is read.
        response.shouldKeepAlive = false;
        refuseRest(request.socket);
        this.#fail(fault, request, response);
      }
    } catch (error) {
      this.#fail(error, request, response);
    }
  }

  #route(
    request: GatewayRequest,
    response: GatewayResponse,
    path: string,
    handler: GatewayHandler | undefined,
  ): void {
    const express = this.getInstance<(request: GatewayRequest, response: GatewayResponse) => void>();
    if (handler === undefined) {
      express(request, response);
      return;
    }
    request.routePath = path;
    const next = (error?: unknown): void => {
      if (error === undefined) express(request, response);
      else this.#fail(error, request, response);
    };
    void call(handler, request, response, next);
  }

  /** Never throws either. */
  #fail(error: unknown, request: GatewayRequest, response: GatewayResponse): void {
    const handler = this.#onError as unknown as (
      error: unknown,
      request: GatewayRequest,
      response: GatewayResponse,
      next: () => void,
    ) => void;
    try {
      response.releaseFields();
      handler(error, request, response, () => response.destroy());
    } catch (failure) {
      response.failure = failure; // for the log line of the request
      response.destroy();
    }
  }
}

/** Nest's handlers answer their own errors; those of Swagger and of the body reader may throw. */
async function call(
  handler: GatewayHandler,
  request: GatewayRequest,
  response: GatewayResponse,
  next: (error: unknown) => void,
): Promise<void> {
  try {
    await handler(request, response, next);
  } catch (error) {
    next(error);
  }
}
