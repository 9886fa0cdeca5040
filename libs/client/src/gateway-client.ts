import { ConsistencyTokens } from './consistency.ts';
import { type ConciseTools, TOOL_KINDS, type Tools } from './generated/tools.ts';
import { retryDelayMs } from './retry-delay.ts';
import { ToolError } from './tool-error.ts';

/** Name of a tool. */
export type ToolName = keyof Tools;

/** Settings of a client. */
export interface GatewayOptions {
  /** Address of the gateway, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Network of every call whose body names none. Default: that of the gateway. */
  readonly network?: 'mainnet' | 'testnet';
  /** Milliseconds that one request may take. Default: 30000. */
  readonly timeoutMs?: number;
  /** Milliseconds from the first attempt of a call after which none is repeated. Default: 60000. */
  readonly retryForMs?: number;
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
}

/** Settings of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** False: one attempt. Default: true. */
  readonly retry?: boolean;
}

type CallArguments<Body> =
  Record<never, never> extends Body
    ? [body?: Body, options?: CallOptions]
    : [body: Body, options?: CallOptions];

/** Calls the tools of a gateway over HTTP. Reads and compositions see the pushes of the same client, at every replica. */
export class GatewayClient {
  readonly #url: string;
  readonly #fetch: typeof fetch;
  readonly #tokens = new ConsistencyTokens();

  constructor(private readonly options: GatewayOptions) {
    this.#url = options.url.replace(/\/+$/, '');
    this.#fetch = options.fetch ?? ((...request) => fetch(...request));
  }

  /**
   * The answer of a tool. Reads, pushes and compositions with a `request_id` are repeated when the gateway asks for it
   * or does not answer: all others would have their effect twice.
   * @throws ToolError
   */
  call<T extends ToolName>(tool: T, ...rest: CallArguments<Tools[T]['body']>): Promise<Tools[T]['answer']>;
  /** With `detail: 'concise'`: the short answer. */
  call<T extends keyof ConciseTools>(
    tool: T,
    body: ConciseTools[T]['body'],
    options?: CallOptions,
  ): Promise<ConciseTools[T]['answer']>;
  async call(tool: ToolName, body: object = {}, options?: CallOptions): Promise<unknown> {
    const { network, retryForMs = 60_000 } = this.options;
    const sent = { ...(network && { network }), ...body };
    const giveUpAt = Date.now() + retryForMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(tool, sent, options?.signal);
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        const isForgotten = error.code === 'consistency_refused' && this.#tokens.forget(sent);
        if (options?.retry === false) throw error;
        if (isForgotten) continue;
        if (!isRepeatable(tool, sent)) throw error;
        const delay = retryDelayMs(error, attempt, Math.random());
        if (delay === undefined || Date.now() + delay > giveUpAt) throw error;
        await pause(delay, options?.signal);
      }
    }
  }

  async #once(tool: ToolName, body: object, signal: AbortSignal | undefined): Promise<unknown> {
    const isPush = tool === 'push_transaction';
    const timeout = AbortSignal.timeout(this.options.timeoutMs ?? 30_000);
    let answer: Response;
    let text: string;
    try {
      answer = await this.#fetch(`${this.#url}/v1/tools/${tool}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(isPush ? {} : this.#tokens.fieldsFor(body)),
        },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      text = await answer.text();
    } catch (cause) {
      signal?.throwIfAborted();
      throw new ToolError(`${tool}: the gateway does not answer`, 0, 'no_answer', undefined, { cause });
    }
    const read = readAnswer(tool, answer, text);
    this.#tokens.learn(body, read, answer.headers, isPush);
    return read;
  }
}

function isRepeatable(tool: ToolName, body: object): boolean {
  const kind = TOOL_KINDS[tool];
  if (kind === 'compose') return 'request_id' in body && body.request_id !== undefined;
  return kind === 'read' || tool === 'push_transaction';
}

function readAnswer(tool: ToolName, answer: Response, text: string): object {
  const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN);
  const wait = Number.isFinite(retryAfter) && retryAfter >= 0 ? retryAfter : undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    const message = `${tool}: status ${answer.status} without JSON`;
    throw new ToolError(message, answer.status, 'unreadable_answer', wait, { cause });
  }
  if (answer.ok && typeof body === 'object' && body !== null) return body;
  const { error, code } = (body ?? {}) as { readonly error?: unknown; readonly code?: unknown };
  const message = typeof error === 'string' ? error : `status ${answer.status}`;
  throw new ToolError(
    `${tool}: ${message}`,
    answer.status,
    typeof code === 'string' ? code : 'unreadable_answer',
    wait,
  );
}

/** Resolves after a time, or rejects with the reason of the signal. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(done, ms);
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    function done(): void {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }
  });
}
