/**
 * Whether the same request can succeed later without a change: `never` (the caller must change
 * something) or `later` (a wait may be enough).
 */
export type Retry = 'never' | 'later';

/** One way in which a request can fail. */
export interface ErrorRow {
  status: number;
  retry: Retry;
  message: (...args: never[]) => string;
}
