/** State of a counter after counting one request. */
export interface Count {
  /** Units in the current window, those of this request included. */
  readonly hits: number;
  /** Milliseconds until the window ends. */
  readonly msLeft: number;
}
