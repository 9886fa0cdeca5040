import type { LoadingState } from '../store/records';
import type { IndexProgress } from '../store/port';

/** State of the follower, for health, readiness and metrics. */
export interface FollowStatus {
  readonly isConnected: boolean;
  /** True while the node delivers and no error is open. */
  readonly isReady: boolean;
  /** Head and last irreversible block of the node as it last reported; undefined before the first contact. */
  readonly nodeHeadNum: number | undefined;
  readonly nodeIrreversibleNum: number | undefined;
  /**
   * Last block of the node that belongs into the store: its head, or its last irreversible block where only those are
   * followed; undefined before the first contact.
   */
  readonly targetNum: number | undefined;
  /** Last block of the store; undefined while it is empty. */
  readonly lastBlockNum: number | undefined;
  /** Wall clock of the last commit, milliseconds since 1970; undefined before the first one. */
  readonly lastCommitMs: number | undefined;
  /** Undefined at the head of the node. */
  readonly progress: IndexProgress | undefined;
  /** The state of the first block that is loaded; undefined: none. */
  readonly loading: LoadingState | undefined;
  /** The error that is open; undefined while everything works. */
  readonly error: string | undefined;
  /** True when the error ends the follower: another attempt cannot help. */
  readonly hasEnded: boolean;
  /** True while another process writes into the store, and this one waits for its end. */
  readonly isStandby: boolean;
  /** Place of the server that is used in the order of the setting, from 1 on. */
  readonly server: number;
  /** Connections that were made since the start. */
  readonly connections: number;
  /** Messages of the node since the start that were refused, as they cannot be read or do not prove themselves. */
  readonly refusals: number;
}

export const INITIAL_STATUS: FollowStatus = {
  isConnected: false,
  isReady: false,
  nodeHeadNum: undefined,
  nodeIrreversibleNum: undefined,
  targetNum: undefined,
  lastBlockNum: undefined,
  lastCommitMs: undefined,
  progress: undefined,
  loading: undefined,
  error: undefined,
  hasEnded: false,
  isStandby: false,
  server: 1,
  connections: 0,
  refusals: 0,
};
