import type { NodeCapability, NodeConfig } from '@app/networks';
import { Pool, type Dispatcher } from 'undici';
import { CALL_BOUNDS, type CallBounds, type CallClass } from './call-class';
import { AnswerTooLargeError, NodeFailure } from './errors';

/** One request to a node, in bytes: nothing here knows what they mean. */
export interface NodeRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query below the node's base URL. */
  readonly path: string;
  readonly body?: string | Uint8Array;
  readonly contentType?: string;
  readonly call: CallClass;
  /** Ends the request before the deadline of its class does. */
  readonly signal?: AbortSignal;
  /** Not served by a node whose head is old, even when all are. */
  readonly needsCurrent?: boolean;
  /** Label of the route in metrics, when the path is not from a fixed list. */
  readonly route?: string;
}

/** Response of a node, with any status. */
export interface NodeReply {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Buffer;
  /** Header Retry-After, where the node sent one. */
  readonly retryAfter?: string;
}

const CONNECTIONS_PER_NODE = 32;
const CONNECT_TIMEOUT_MS = 2_000;
const KEEP_ALIVE_MS = 10_000;

/** Errors that happen before the first byte of a request leaves. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** One node over HTTP with kept-alive connections, a deadline and a bound on what it may answer. */
export class UpstreamNode {
  /** Name of the node: what may be shown of it. */
  readonly label: string;
  /** URL without credentials: identifies the node, and is shown to nobody. */
  readonly address: string;
  /** Its capabilities as configured; undefined: they are probed. */
  readonly configured: ReadonlySet<NodeCapability> | undefined;
  readonly #pool: Pool;
  readonly #prefix: string;
  readonly #authorization: string | undefined;
  readonly #deadlinesMs: Partial<Record<CallClass, number>>;

  constructor(
    { url, label, capabilities }: NodeConfig,
    deadlinesMs: Partial<Record<CallClass, number>> = {},
  ) {
    const { origin, pathname, username, password } = new URL(url);
    this.label = label;
    this.configured = capabilities;
    this.#prefix = pathname.replace(/\/+$/, '');
    this.address = `${origin}${this.#prefix}`;
    this.#authorization = username === '' ? undefined : basicAuthorization(username, password);
    this.#deadlinesMs = deadlinesMs;
    this.#pool = new Pool(origin, {
      connections: CONNECTIONS_PER_NODE,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      keepAliveTimeout: KEEP_ALIVE_MS,
      // One deadline for the whole call stands in for both.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /**
   * Sends one request and reads the whole answer.
   * @throws NodeFailure when no complete answer came; AnswerTooLargeError when it is over the bound.
   */
  async request(request: NodeRequest): Promise<NodeReply> {
    const bounds: CallBounds = CALL_BOUNDS[request.call];
    const deadlineMs = this.#deadlinesMs[request.call] ?? bounds.deadlineMs;
    const deadline = AbortSignal.timeout(deadlineMs);
    try {
      const reply = await this.#pool.request({
        method: request.method,
        path: `${this.#prefix}${request.path}`,
        body: request.body ?? null,
        headers: this.#headers(request),
        signal: request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]),
      });
      const { 'content-type': contentType = '', 'retry-after': retryAfter } = reply.headers;
      return {
        status: reply.statusCode,
        contentType: String(contentType),
        bytes: await this.#read(reply.body, bounds.maxBytes),
        ...(retryAfter === undefined ? {} : { retryAfter: String(retryAfter) }),
      };
    } catch (error) {
      if (error instanceof AnswerTooLargeError) throw error;
      throw this.#failure(error, deadline.aborted ? deadlineMs : undefined);
    }
  }

  /** Ends every connection; requests in flight fail. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }

  #headers(request: NodeRequest): Record<string, string> {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (request.body !== undefined) headers['content-type'] = request.contentType ?? 'application/json';
    if (this.#authorization !== undefined) headers['authorization'] = this.#authorization;
    return headers;
  }

  async #read(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      // Leaving the loop destroys the body, and with it the connection.
      if (size > maxBytes) throw new AnswerTooLargeError(this.label, maxBytes);
      chunks.push(chunk);
    }
    return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size);
  }

  /** @param deadlineMs undefined: another end than the deadline's. */
  #failure(error: unknown, deadlineMs: number | undefined): NodeFailure {
    const { name, code } = error as { name?: string; code?: unknown };
    if (name === 'TimeoutError') {
      const why =
        deadlineMs === undefined ? 'no answer while there was time' : `no answer within ${deadlineMs} ms`;
      return new NodeFailure(this.label, why, { mayHaveArrived: true, cause: error });
    }
    const isUnsent = typeof code === 'string' && NOT_SENT.has(code);
    const why = isUnsent ? `cannot be reached (${code})` : `the connection broke (${String(code ?? name)})`;
    const mayHaveArrived = !isUnsent;
    return new NodeFailure(this.label, why, { mayHaveArrived, canRepeatHere: mayHaveArrived, cause: error });
  }
}

function basicAuthorization(username: string, password: string): string {
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(text).toString('base64')}`;
}
