import type { NodeCapability } from '@app/networks/node-config';
import type { CallClass } from './call-class';

/** One request to a node, in bytes: nothing here knows what they mean. */
export interface NodeRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query below the node's base URL. */
  readonly path: string;
  readonly body?: string | Uint8Array;
  readonly contentType?: string;
  /** More headers: those of the trace. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly call: CallClass;
  /** Ends the request before the deadline of its class does. */
  readonly signal?: AbortSignal | undefined;
  /** Not served by a node whose head is old, even when all are. */
  readonly needsCurrent?: boolean;
  /** Label of the route in metrics, when the path is not from a fixed list. */
  readonly route?: string;
  /** Ability that a node needs for it; default `chain`. */
  readonly capability?: NodeCapability;
  /**
   * Whether a client wrote its bytes: a page of 4xx that a proxy sends in place of a node says nothing of the node then.
   * Default false.
   */
  readonly isOfClient?: boolean;
  /** Addresses of nodes whose answer is known: another one that is as fit is asked. */
  readonly besides?: readonly string[] | undefined;
  /** Address of the node that is asked where no other one is fitter. */
  readonly prefers?: string | undefined;
}

/** Response of a node, with any status. */
export interface NodeReply {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Buffer;
  /** Header Retry-After, where the node sent one. */
  readonly retryAfter?: string;
  /** Newest block that the node had when it was asked, as far as it was known; undefined: not asked for. */
  readonly headBlock?: number;
}
