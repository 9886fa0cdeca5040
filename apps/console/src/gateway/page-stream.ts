import { BASE } from '../app/location';
import { limitedUntil } from './request';
import { reopenDelay } from './reopen-delay';

/** A follower of a topic of `GET /v1/events`. */
export interface Follower {
  readonly network: string;
  readonly topic: string;
  /** Whether the stream brings the topic now. Called at each change, and each time that a stream begins. */
  onLive(isLive: boolean): void;
  onEvent(data: object): void;
  /** Events may be missing, or a fork took some back: read again. */
  onLost(): void;
}

/** As the gateway: topics beyond these are polled. */
const MOST_TOPICS = 16;
/** The gateway sends a heartbeat every 15 s: a stream that is silent for longer is lost. */
const SILENCE_MS = 40_000;
/** Components of a view that appear together open one stream. */
const GATHER_MS = 50;

const TOPIC_EVENTS = ['head', 'price', 'book', 'fill', 'ltv', 'deposit', 'transaction'];
const LOSSES = ['reset', 'gap', 'undone'];
const OTHER_EVENTS = ['ready', 'unavailable', 'available', 'heartbeat', 'end'];

/** The one stream of events of this page: open while the page is visible and a topic is followed. */
class PageStream {
  readonly #followers = new Set<Follower>();
  /** Topics that the gateway cannot read now. */
  readonly #unavailable = new Set<string>();
  #source: EventSource | undefined;
  /** Path and query of the stream that is or was open, and the id of its last event. */
  #path = '';
  #lastId = '';
  #isLive = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.#close();
      else this.#later(0);
    });
  }

  /** @returns a function that ends it */
  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    if (this.#isLive && this.#inStream().includes(follower)) this.#tell(follower);
    this.#later(GATHER_MS);
    return () => {
      this.#followers.delete(follower);
      this.#later(GATHER_MS);
    };
  }

  #later(afterMs: number): void {
    clearTimeout(this.#timer);
    const waitMs = Math.max(afterMs, limitedUntil.value - Date.now());
    this.#timer = setTimeout(() => {
      this.#open();
    }, waitMs);
  }

  /** Opens the stream of the topics that are followed now, in place of another one. */
  #open(): void {
    const path = this.#wantedPath();
    if (path === '' || document.hidden) {
      this.#close();
      return;
    }
    if (this.#source !== undefined && path === this.#path) return;
    this.#close();
    if (path !== this.#path) this.#lastId = '';
    this.#path = path;
    const continued = this.#lastId === '' ? '' : `&last_event_id=${encodeURIComponent(this.#lastId)}`;
    const source = new EventSource(BASE + path + continued);
    this.#source = source;
    source.addEventListener('error', () => {
      if (this.#source === source) this.#lost();
    });
    for (const name of [...TOPIC_EVENTS, ...LOSSES, ...OTHER_EVENTS])
      source.addEventListener(name, (event: MessageEvent<string>) => {
        if (this.#source === source) this.#take(name, event);
      });
    this.#heard();
  }

  /** Empty where nothing is followed. The network is that of the view: of the newest follower. */
  #wantedPath(): string {
    const network = [...this.#followers].at(-1)?.network;
    if (network === undefined) return '';
    const topics = [...this.#followers].filter((each) => each.network === network).map(({ topic }) => topic);
    const query = new URLSearchParams({
      network,
      topics: [...new Set(topics)].slice(0, MOST_TOPICS).sort().join(','),
    });
    return `/v1/events?${query.toString()}`;
  }

  #take(name: string, { data, lastEventId }: MessageEvent<string>): void {
    this.#heard();
    if (lastEventId !== '') this.#lastId = lastEventId;
    const content = JSON.parse(data) as { readonly topic?: string };
    const { topic } = content;
    const of = this.#inStream().filter((each) => topic === undefined || each.topic === topic);
    if (name === 'heartbeat') this.#failures = 0;
    else if (name === 'end') this.#lost();
    else if (name === 'ready') {
      this.#isLive = true;
      for (const each of of) this.#tell(each);
    } else if (name === 'unavailable' || name === 'available') {
      if (name === 'available') this.#unavailable.delete(topic ?? '');
      else this.#unavailable.add(topic ?? '');
      for (const each of of) this.#tell(each);
    } else if (LOSSES.includes(name)) for (const each of of) each.onLost();
    else for (const each of of) each.onEvent(content);
  }

  /** The followers whose topics the open stream names. */
  #inStream(): Follower[] {
    const query = new URLSearchParams(this.#path.replace(/^.*\?/, ''));
    const topics = new Set(query.get('topics')?.split(','));
    return [...this.#followers].filter(
      ({ network, topic }) => network === query.get('network') && topics.has(topic),
    );
  }

  #tell(follower: Follower): void {
    follower.onLive(!this.#unavailable.has(follower.topic));
  }

  #heard(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#lost();
    }, SILENCE_MS);
  }

  /** The stream was refused, or it broke: the views poll until it is open again. */
  #lost(): void {
    this.#close();
    this.#later(reopenDelay(this.#failures, Math.random()));
    this.#failures += 1;
  }

  #close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    this.#source?.close();
    this.#source = undefined;
    this.#unavailable.clear();
    if (!this.#isLive) return;
    this.#isLive = false;
    for (const each of this.#followers) each.onLive(false);
  }
}

let stream: PageStream | undefined;

/** Follows a topic by the stream of the page. @returns a function that ends it */
export const followTopic = (follower: Follower): (() => void) =>
  (stream ??= new PageStream()).follow(follower);
