import type { StoreLimits, StoreLocation } from '../store/open-store';

/** A chain whose routes a thread answers. */
export interface ThreadChain {
  readonly name: string;
  readonly chainUrl: string | undefined;
  readonly store: StoreLocation;
  /** Of the ClickHouse database with its old actions. */
  readonly coldUrl: string | undefined;
}

/** Settings of a thread. */
export interface ThreadSettings {
  readonly chains: readonly ThreadChain[];
  readonly storeLimits: StoreLimits;
  readonly version: string;
  /** Of the thread: 0 as the process has, 19 behind all others. */
  readonly niceness: number;
}

/** A request without its connection. */
export interface ThreadRequest {
  /** Name of the chain. */
  readonly chain: string;
  readonly method: string;
  readonly url: string;
  /** Parsed; undefined: the request has none. */
  readonly body: unknown;
}

/** An answer without its connection. */
export interface ThreadAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | readonly string[]>>;
  readonly body: Uint8Array;
}

export type ToThread =
  | { readonly kind: 'request'; readonly id: number; readonly request: ThreadRequest }
  /** ABIs that are known to be valid may no longer be. */
  | { readonly kind: 'forget'; readonly chain: string }
  /** Is answered at once by a thread that does not hang in a statement or a loop. */
  | { readonly kind: 'ping' }
  | { readonly kind: 'stop' };

export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: ThreadAnswer }
  | { readonly kind: 'undecodable'; readonly chain: string }
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'pong' };
