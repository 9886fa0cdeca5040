/** State of a counter after counting one request. */
export interface Count {
  /** Requests in the current window, this one included. */
  readonly hits: number;
  /** Milliseconds until the window ends. */
  readonly msLeft: number;
}
