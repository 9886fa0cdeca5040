import type { Json } from '../node/node-client';

export interface HistoryAnswer<T = Json> {
  readonly status: number;
  readonly text: string;
  readonly json: T;
}

/** Talks to a history node with nothing but fetch. */
export class HistoryClient {
  constructor(readonly url: string) {}

  async get<T = Json>(
    path: string,
    query: Readonly<Record<string, unknown>> = {},
  ): Promise<HistoryAnswer<T>> {
    const parameters = new URLSearchParams(
      Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    ).toString();
    return answerOf(await fetch(`${this.url}${path}${parameters === '' ? '' : `?${parameters}`}`));
  }

  async post<T = Json>(path: string, body: unknown): Promise<HistoryAnswer<T>> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return answerOf(await fetch(this.url + path, { method: 'POST', body: text }));
  }

  /** The answer of a request that must succeed. */
  async read<T = Json>(path: string, query: Readonly<Record<string, unknown>> = {}): Promise<T> {
    const { status, text, json } = await this.get<T>(path, query);
    if (status !== 200) throw new Error(`${path} answered ${status} ${text}`);
    return json;
  }
}

async function answerOf<T>(response: Response): Promise<HistoryAnswer<T>> {
  const text = await response.text();
  return { status: response.status, text, json: JSON.parse(text) as T };
}
