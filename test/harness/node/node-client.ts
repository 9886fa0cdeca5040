export type Json = Record<string, unknown>;

export interface Answer<T> {
  readonly status: number;
  /** The raw body, to check the format of numbers. */
  readonly text: string;
  readonly json: T;
}

export interface ErrorBody {
  readonly code: number;
  readonly message: string;
  readonly error: {
    readonly code: number;
    readonly name: string;
    readonly what: string;
    readonly details: readonly { message: string; file: string; line_number: number; method: string }[];
  };
}

/** Talks to a node with nothing but fetch; a route without a slash is one of /v1/chain. */
export class NodeClient {
  constructor(readonly url: string) {}

  async post<T = Json>(route: string, body?: unknown): Promise<Answer<T>> {
    const path = route.startsWith('/') ? route : `/v1/chain/${route}`;
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const response = await fetch(this.url + path, { method: 'POST', body: text });
    const answer = await response.text();
    return { status: response.status, text: answer, json: JSON.parse(answer) as T };
  }

  /** The answer of a request that must succeed. */
  async read<T = Json>(route: string, body?: unknown): Promise<T> {
    const { status, text, json } = await this.post<T>(route, body);
    if (status !== 200 && status !== 202) throw new Error(`${route} answered ${status} ${text}`);
    return json;
  }
}
