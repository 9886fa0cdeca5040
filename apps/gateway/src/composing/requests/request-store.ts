import type { RequestRecord } from './request-record';

/** The record of an id cannot be known, or not be kept: composing under it could pay twice. */
export class RequestsUnavailableError extends Error {
  override readonly name = 'RequestsUnavailableError';
}

/** One client may hold this part of the room that the others leave: some clients cannot have all others refused. */
export const PARTS_OF_ROOM = 4;

/** A client has no room for another id; a record that is dropped for it could be paid twice. */
export class TooManyRequestsError extends RequestsUnavailableError {
  readonly waitSeconds: number;

  /**
   * @param own ids that the client holds; 0: others hold them all
   * @param waitMs until the oldest of its ids is forgotten, or the oldest of all where it has none
   */
  constructor(
    readonly own: number,
    waitMs: number,
  ) {
    const waitSeconds = Math.max(1, Math.ceil(waitMs / 1000));
    super(`too many request ids of the last 24 hours are kept; the oldest is forgotten in ${waitSeconds}s`);
    this.waitSeconds = waitSeconds;
  }
}

/** Records of request ids, by keys `<network>:<account>:<request_id>`. */
export interface RequestStore {
  /**
   * Undefined when there is none.
   * @param client site of the caller
   * @throws RequestsUnavailableError when that is not known
   */
  read(key: string, client: string): Promise<RequestRecord | undefined>;

  /**
   * Keeps a record in place of `previous`, for all replicas at the same moment.
   * @param client site of the caller, which holds the id from then on
   * @returns the record that another call has kept meanwhile; undefined: this one is kept
   * @throws RequestsUnavailableError when it is not kept; TooManyRequestsError for want of room
   */
  claim(
    key: string,
    record: RequestRecord,
    previous: RequestRecord | undefined,
    client: string,
  ): Promise<RequestRecord | undefined>;
}
