import { signal } from '@preact/signals';
import { BASE } from '../app/location';

/** A refusal of the gateway, or a request that did not arrive. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';

  constructor(
    message: string,
    /** Undefined: no answer. */
    readonly status: number | undefined,
    /** The stable word of the gateway; undefined where the answer has none. */
    readonly code: string | undefined,
  ) {
    super(message);
  }
}

/** Until when the gateway asked for no further requests; milliseconds since 1970. */
export const limitedUntil = signal(0);
/** Whether the last request was answered. */
export const isConnected = signal(true);

const DEFAULT_WAIT_SECONDS = 5;

interface Request {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** The JSON that a route of the gateway answers. @throws GatewayError */
export async function requestJson<T>(path: string, { body, signal: abort }: Request = {}): Promise<T> {
  const response = await send(path, {
    ...(abort && { signal: abort }),
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as T;
  if (response.status === 429) noteLimit(response);
  const { error, code } = refusalOf(text);
  throw new GatewayError(error ?? `status ${String(response.status)}`, response.status, code);
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(BASE + path, init);
    isConnected.value = true;
    return response;
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause;
    isConnected.value = false;
    throw new GatewayError('the gateway does not answer', undefined, undefined);
  }
}

function noteLimit({ headers }: Response): void {
  const seconds = Number(headers.get('retry-after') ?? DEFAULT_WAIT_SECONDS);
  limitedUntil.value = Date.now() + (Number.isFinite(seconds) ? seconds : DEFAULT_WAIT_SECONDS) * 1_000;
}

/** Tools answer `{error, code}`, routes of a node `{error: {details: [{message}]}}` or `{message}`. */
function refusalOf(text: string): { error?: string; code?: string } {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return {};
  }
  const { error, code, message } = (answer ?? {}) as Record<string, unknown>;
  const details = (error as { details?: { message?: unknown }[] } | undefined)?.details;
  const reason = [error, details?.[0]?.message, message].find((each) => typeof each === 'string');
  return {
    ...(typeof reason === 'string' && { error: reason }),
    ...(typeof code === 'string' && { code }),
  };
}
