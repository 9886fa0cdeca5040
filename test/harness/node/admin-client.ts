export interface AdminAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Answers of many shapes, read by the specs. */
  readonly body: Record<string, unknown> & { error?: string };
}

/** Sends requests to the admin API of a development chain: `POST /devchain/<name>`. */
export class AdminClient {
  constructor(private readonly url: string) {}

  async request(
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<AdminAnswer> {
    const response = await fetch(`${this.url}${path}`, { method, body, headers });
    const text = await response.text();
    const isJson = response.headers.get('content-type') === 'application/json';
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : { text }) as AdminAnswer['body'],
    };
  }

  send(name: string, body: object = {}): Promise<AdminAnswer> {
    return this.request('POST', `/devchain/${name}`, JSON.stringify(body));
  }

  async mustSend(name: string, body: object = {}): Promise<AdminAnswer['body']> {
    const { status, body: answer } = await this.send(name, body);
    if (status !== 200) throw new Error(`${name}: ${String(answer.error)}`);
    return answer;
  }

  /** The error of a request that must be refused; another answer as text. */
  async refusal(name: string, body: object): Promise<string | undefined> {
    const { status, body: answer } = await this.send(name, body);
    return status === 400 ? answer.error : `status ${String(status)}: ${JSON.stringify(answer)}`;
  }
}
