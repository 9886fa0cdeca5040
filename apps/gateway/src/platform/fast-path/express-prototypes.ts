import type { RequestSpan } from '@app/operations';
import type { ToolRequest } from '@app/chain-tools';
import {
  createServer,
  IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerOptions,
  ServerResponse,
} from 'node:http';
import type { Express } from 'express';
import type { ShortcutResponse, Surface } from '../surface';
import { OTHER_PATHS } from '../surfaces';

type Fields = OutgoingHttpHeaders | OutgoingHttpHeader[];

const NO_PARAMETERS = Object.freeze({});

/** A request of this server, with the facts that were determined from its head. */
export class GatewayRequest extends IncomingMessage {
  /** The client's x-request-id when it is valid, else random; sent back as x-request-id. */
  requestId = '';
  /** Undefined where no spans are wanted. */
  span: RequestSpan | undefined = undefined;
  /** `performance.now()` when the request's head had been read. */
  startedAt = 0;
  /** The surface of its path. */
  surface: Surface = OTHER_PATHS;
  /** Template of the matched route; empty until one matches. */
  routePath = '';
  /** The request target as it arrived; Express' name for it. */
  originalUrl = '';
  /** The answer; Express' methods look for it here. */
  res: GatewayResponse | undefined = undefined;
  /** Values of a route's parameters; routes found in the table have none. */
  params: Readonly<Record<string, string>> = NO_PARAMETERS;
  /** The client waits for "100 Continue" before it sends the body: see `holdBack`. */
  awaitsContinue = false;
  /** Whether the connection is kept once the body may be sent. */
  keepsAliveAfterContinue = true;
  /** Of a tool's request: reads its JSON object, or the error that says why there is none. */
  body: unknown = undefined;
  /** Of a tool's request: resolves its network, and its input. See ToolRequest. */
  networkOf: ToolRequest['networkOf'] = undefined;
  toolInput: ToolRequest['toolInput'] = undefined;
  /** Whether a shortcut has counted it in its bucket: the guard does not count it again. */
  isCounted = false;
}

/** A response of this server. */
export class GatewayResponse extends ServerResponse<GatewayRequest> {
  /** The error that was answered, for the one log line of the request. */
  failure: unknown = undefined;
  onAnswer: ShortcutResponse['onAnswer'] = undefined;
  /** See StreamResponse. */
  isStream = false;
  /** Names and values in turn, while they are collected. */
  #fields: OutgoingHttpHeader[] | undefined = undefined;

  /**
   * From now on fields are collected by their exact names, until the head is written with all of them at once, which takes
   * node:http half of the time, or `releaseFields` hands them to node:http. No other method knows them in between.
   */
  collectFields(): void {
    this.#fields = [];
  }

  releaseFields(): void {
    const fields = this.#fields ?? [];
    this.#fields = undefined;
    for (let at = 0; at < fields.length; at += 2) super.setHeader(String(fields[at]), fields[at + 1] ?? '');
  }

  override setHeader(name: string, value: Parameters<ServerResponse['setHeader']>[1]): this {
    const fields = this.#fields;
    if (fields === undefined) return super.setHeader(name, value);
    let at = 0;
    while (at < fields.length && fields[at] !== name) at += 2;
    fields[at] = name;
    fields[at + 1] = value as OutgoingHttpHeader;
    return this;
  }

  /** node:http calls it for each answer, with the status alone where no other code has called it. */
  override writeHead(status: number, reason?: string | Fields, more?: Fields): this {
    if (reason !== undefined || more !== undefined) this.releaseFields();
    const fields = this.#fields;
    this.#fields = undefined;
    return fields === undefined
      ? super.writeHead(status, reason as string, more)
      : super.writeHead(status, fields);
  }
}

/**
 * A client that sent `Expect: 100-continue` gets its answer from the head of the request when that is enough
 * to refuse it. It may then send the body or not: the connection is closed. Source: RFC 9110 10.1.1.
 */
export function holdBack(request: GatewayRequest, response: GatewayResponse): void {
  request.keepsAliveAfterContinue = response.shouldKeepAlive;
  response.shouldKeepAlive = false;
}

/** Lets a client that was held back send its body. */
export function sendContinue(request: IncomingMessage): void {
  if (!(request instanceof GatewayRequest) || !request.awaitsContinue || request.res === undefined) return;
  request.awaitsContinue = false;
  request.res.shouldKeepAlive = request.keepsAliveAfterContinue;
  request.res.writeContinue();
}

/** A server whose listeners see the two classes above. */
export type GatewayServer = Server<typeof GatewayRequest, typeof GatewayResponse>;

/**
 * An HTTP server that creates requests and responses with Express' prototypes. Express sets both
 * prototypes on every request: setting the prototype that an object already has is free, while a change
 * invalidates V8's hidden class of the object (1.2 times the time on Node 24, 3 before).
 */
export function createExpressServer(
  express: Express,
  options: ServerOptions,
  listener: RequestListener<typeof GatewayRequest, typeof GatewayResponse>,
): GatewayServer {
  class ExpressRequest extends GatewayRequest {}
  class ExpressResponse extends GatewayResponse {}
  // own class -> members of Express -> members of ours -> Node's: every instanceof stays true.
  express.request = withExpressPrototype(ExpressRequest, GatewayRequest, express.request);
  express.response = withExpressPrototype(ExpressResponse, GatewayResponse, express.response);
  return createServer(
    { ...options, IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse },
    listener,
  );
}

/**
 * Gives the instances of `target` all members of `fromExpress`, its chain of prototypes included up to
 * the one of Node that `base` has as well.
 */
function withExpressPrototype<T extends object>(
  target: { prototype: object },
  base: { prototype: object },
  fromExpress: T,
): T {
  const node = Object.getPrototypeOf(base.prototype) as object;
  const chain: object[] = [];
  for (
    let link: object = fromExpress;
    link !== node && link !== Object.prototype;
    link = Object.getPrototypeOf(link) as object
  )
    chain.unshift(link);
  for (const link of chain) Object.defineProperties(target.prototype, Object.getOwnPropertyDescriptors(link));
  return target.prototype as T;
}
