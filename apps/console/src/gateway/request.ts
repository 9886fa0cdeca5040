import { signal } from '@preact/signals';
// The index of the library would bring its client into the first view, which calls no tool.
import { ToolError } from '../../../../libs/client/src/tool-error';
import { BASE } from '../app/location';

export { ToolError };

/** Until when the gateway asked for no further requests; milliseconds since 1970. */
export const limitedUntil = signal(0);
/** Whether the last request was answered. */
export const isConnected = signal(true);

const DEFAULT_WAIT_SECONDS = 5;

/** `fetch` of all requests: the page notes whether the gateway answers, and until when it asks for no further ones. */
export const notedFetch: typeof fetch = async (...request) => {
  try {
    const response = await fetch(...request);
    isConnected.value = true;
    if (response.status === 429) noteLimit(response);
    return response;
  } catch (cause) {
    isConnected.value = false;
    throw cause;
  }
};

/**
 * The JSON of a route that is no tool: GET without a body. Tools are called by the client of libs/client, which the first
 * view does not need: it asks nodes.
 * @throws ToolError
 */
export async function requestJson<T>(path: string, body?: object): Promise<T> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const response = await notedFetch(BASE + path, body && init).catch((cause: unknown) => {
    throw new ToolError('the gateway does not answer', 0, 'no_answer', undefined, { cause });
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as T;
  const { error = `status ${String(response.status)}`, code = 'unreadable_answer' } = refusalOf(text);
  throw new ToolError(error, response.status, code, undefined);
}

function noteLimit({ headers }: Response): void {
  const seconds = Number(headers.get('retry-after') ?? DEFAULT_WAIT_SECONDS);
  limitedUntil.value = Date.now() + (Number.isFinite(seconds) ? seconds : DEFAULT_WAIT_SECONDS) * 1_000;
}

/** Routes of the gateway answer `{error, code}`, those of a node `{error: {details: [{message}]}}` or `{message}`. */
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
