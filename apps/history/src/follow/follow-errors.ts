import { WrongChainError } from '../store/errors';

/** The connection to the node was lost, or the node does not answer on it. Retried. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
}

/** No connection to the node could be made. Retried. */
export class ConnectError extends ConnectionError {
  override readonly name: string = 'ConnectError';
}

/** The node has no history of blocks that the store needs next. Retried, and never skipped. */
export class MissingHistoryError extends Error {
  override readonly name = 'MissingHistoryError';
}

/** The node's blocks do not connect with those of the store: ask again with the positions of the store. */
export class DisconnectedBlockError extends Error {
  override readonly name = 'DisconnectedBlockError';
}

/** The node took back a block that is irreversible in the store. Ends the follower. */
export class IrreversibleForkError extends Error {
  override readonly name = 'IrreversibleForkError';
}

/** The head of the node is below the irreversible block of the store. Retried: the node may be catching up. */
export class NodeBehindError extends Error {
  override readonly name = 'NodeBehindError';
}

/** True for errors after which a development chain is read again from its first block. */
export const isRewind = (error: unknown): boolean =>
  error instanceof IrreversibleForkError || error instanceof NodeBehindError;

/** True for errors after which another attempt cannot help. */
export const isFatal = (error: unknown): boolean =>
  error instanceof WrongChainError || error instanceof IrreversibleForkError;
