import type { Polling } from './poll';
import { type Follower, followTopic } from './page-stream';

/** Events that come together are read once. */
const READ_AGAIN_MS = 2_000;

/** How a poll follows a topic. */
export interface LivePollOptions<T> {
  readonly network: string;
  readonly topic: string;
  readonly state: Polling<T>;
  /** Milliseconds between two polls while the stream brings the topic; 0: none. */
  readonly everyMs: number;
  /** The answer that an event states; undefined: the event says that there is another answer to read. */
  readonly answerOf: ((data: object) => T) | undefined;
  readonly onLive: (isLive: boolean) => void;
}

/** Lets a poll follow a topic of the stream, and poll as before without one. @returns a function that ends it */
export function followLive<T>(options: LivePollOptions<T>): () => void {
  const poll = new LivePoll(options);
  const end = followTopic(poll);
  return () => {
    end();
    poll.end();
  };
}

class LivePoll<T> implements Follower {
  readonly network: string;
  readonly topic: string;
  readonly #polledEveryMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #askedAt = 0;
  #isLive = false;

  constructor(private readonly options: LivePollOptions<T>) {
    this.network = options.network;
    this.topic = options.topic;
    this.#polledEveryMs = options.state.peek().everyMs;
  }

  /** A stream that begins does not repeat what its client knows, which polls may have replaced meanwhile. */
  onLive(isLive: boolean): void {
    if (!isLive && !this.#isLive) return;
    this.#isLive = isLive;
    const { state, everyMs, onLive } = this.options;
    state.value = { ...state.peek(), everyMs: isLive ? everyMs : this.#polledEveryMs };
    this.onLost();
    onLive(isLive);
  }

  onEvent(data: object): void {
    const { state, everyMs, answerOf } = this.options;
    if (answerOf === undefined) this.#readSoon();
    else state.value = { answer: answerOf(data), at: Date.now(), everyMs };
  }

  onLost(): void {
    this.#askedAt = performance.now();
    this.options.state.ask?.();
  }

  /** The poll continues as without a stream, unless its last answer was final. */
  end(): void {
    clearTimeout(this.#timer);
    const { state, everyMs } = this.options;
    const polled = state.peek();
    if (this.#isLive && polled.everyMs === everyMs) state.value = { ...polled, everyMs: this.#polledEveryMs };
  }

  #readSoon(): void {
    clearTimeout(this.#timer);
    const waitMs = Math.max(0, this.#askedAt + READ_AGAIN_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.onLost();
    }, waitMs);
  }
}
