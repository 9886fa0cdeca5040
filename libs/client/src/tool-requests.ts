import { answerText } from './answer-text.ts';
import { ConsistencyTokens } from './consistency.ts';
import { ToolError } from './tool-error.ts';

/** Settings of requests. */
export interface RequestOptions {
  /** Address of the gateway, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Milliseconds that one request may take. Default: 30000. */
  readonly timeoutMs?: number;
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
}

/** Calls tools, each once: for callers that try again at times of their own. Reads and compositions see earlier pushes. */
export class ToolRequests {
  readonly #url: string;
  readonly #fetch: typeof fetch;
  readonly #tokens = new ConsistencyTokens();

  constructor(private readonly options: RequestOptions) {
    this.#url = options.url.replace(/\/+$/, '');
    this.#fetch = options.fetch ?? ((...request) => fetch(...request));
  }

  /** The answer of a tool. A call whose token is refused began nothing: it is sent without it. @throws ToolError */
  async send(tool: string, body: object, signal?: AbortSignal): Promise<object> {
    try {
      return await this.#once(tool, body, signal);
    } catch (error) {
      const isRefused = error instanceof ToolError && error.code === 'consistency_refused';
      if (!isRefused || !this.#tokens.forget(body)) throw error;
      return this.#once(tool, body, signal);
    }
  }

  async #once(tool: string, body: object, signal: AbortSignal | undefined): Promise<object> {
    const isPush = tool === 'push_transaction';
    const timeout = AbortSignal.timeout(this.options.timeoutMs ?? 30_000);
    let answer: Response;
    let text: string | undefined;
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
      text = await answerText(answer);
    } catch (cause) {
      signal?.throwIfAborted();
      throw new ToolError(`${tool}: the gateway does not answer`, 0, 'no_answer', undefined, { cause });
    }
    if (text === undefined)
      throw new ToolError(`${tool}: the answer is too large`, answer.status, 'unreadable_answer', undefined);
    const read = readAnswer(tool, answer, text);
    this.#tokens.learn(body, read, answer.headers, isPush);
    return read;
  }
}

/**
 * Seconds until another attempt. `Retry-After` is a whole window at a limit; `RateLimit-Reset` says how much of it is left: a
 * signature may not outlast the whole.
 */
function waitOf(headers: Headers): number | undefined {
  const secondsOf = (name: string): number | undefined => {
    const seconds = Number(headers.get(name) ?? Number.NaN);
    return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
  };
  const retryAfter = secondsOf('retry-after');
  return retryAfter && Math.min(retryAfter, secondsOf('ratelimit-reset') ?? retryAfter);
}

function readAnswer(tool: string, answer: Response, text: string): object {
  const wait = waitOf(answer.headers);
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
