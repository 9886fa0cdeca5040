import { type EventSourceInit, EventSource } from 'eventsource';
import { until } from '../../../harness/until';

/** An event as the published client reads it. */
export interface Heard {
  readonly type: string;
  readonly id: string;
  readonly data: Record<string, unknown>;
}

const TYPES = [
  ...['ready', 'reset', 'head', 'price', 'book', 'fill', 'undone', 'gap', 'ltv', 'deposit', 'transaction'],
  ...['unavailable', 'available', 'heartbeat', 'end'],
];

/** The published client of server-sent events, which keeps what it hears. */
export class Listener {
  readonly heard: Heard[] = [];
  readonly #source: EventSource;

  /** @param lastEventId of an earlier stream, which a browser sends itself when it connects again */
  constructor(
    url: string,
    topics: string,
    { lastEventId, query = '' }: { lastEventId?: string; query?: string } = {},
  ) {
    const options: EventSourceInit = {
      fetch: (target, init) =>
        fetch(target, {
          ...init,
          headers: {
            ...init.headers,
            ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
          },
        }),
    };
    this.#source = new EventSource(`${url}/v1/events?topics=${topics}${query}`, options);
    for (const type of TYPES)
      this.#source.addEventListener(type, ({ data, lastEventId: id }) =>
        this.heard.push({ type, id, data: JSON.parse(String(data)) as Heard['data'] }),
      );
  }

  of(type: string): Heard['data'][] {
    return this.heard.filter((event) => event.type === type).map(({ data }) => data);
  }

  get lastId(): string {
    return this.heard.at(-1)?.id ?? '';
  }

  /** Resolves once the listener stands at the present: what happens from now on is sent. */
  async ready(): Promise<this> {
    await until(() => this.of('ready').length > 0);
    return this;
  }

  async hears(type: string, count = 1): Promise<Heard['data']> {
    await until(() => this.of(type).length >= count);
    return this.of(type)[count - 1]!;
  }

  close(): void {
    this.#source.close();
  }
}
