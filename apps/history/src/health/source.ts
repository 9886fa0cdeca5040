import type { SourceStatus } from '../answers/health-document';

/** Injection token of the `Source`. */
export const SOURCE = Symbol('history source');

/** Where the blocks of this process come from, and how it is run. */
export interface Source {
  /** Name of the chain in answers and log lines. */
  readonly chain: string;
  /** Version of this program. */
  readonly version: string;
  readonly hasStream: boolean;
  /** Whether blocks appear when they are final. */
  readonly isIrreversibleOnly?: boolean;
  /** Undefined: this process only serves. */
  readonly status: () => SourceStatus | undefined;
}
