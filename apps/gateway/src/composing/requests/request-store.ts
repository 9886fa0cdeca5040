import type { RequestRecord } from './request-record';

/** The record of an id cannot be known, or not be kept: composing under it could pay twice. */
export class RequestsUnavailableError extends Error {
  override readonly name = 'RequestsUnavailableError';
}

/** So many are kept that another one could be lost before its 24 hours. */
export class TooManyRequestsError extends RequestsUnavailableError {
  constructor() {
    super('too many request ids of the last 24 hours are kept');
  }
}

/** Records of request ids, by keys `<network>:<account>:<request_id>`. */
export interface RequestStore {
  /**
   * Undefined when there is none.
   * @throws RequestsUnavailableError when that is not known
   */
  read(key: string): Promise<RequestRecord | undefined>;

  /**
   * Keeps a record in place of `previous`, for all replicas at the same moment.
   * @returns the record that another call has kept meanwhile; undefined: this one is kept
   * @throws RequestsUnavailableError when it is not kept
   */
  claim(
    key: string,
    record: RequestRecord,
    previous: RequestRecord | undefined,
  ): Promise<RequestRecord | undefined>;
}
