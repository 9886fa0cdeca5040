import { ValueError } from '@app/antelope';
import { RefusedFileError } from '../node-files/file-errors';
import { StoreVersionError, WrongChainError } from '../store/errors';

/** The connection to the node was lost, or the node does not answer on it. Retried. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
}

/** No connection to the node could be made. Retried. */
export class ConnectError extends ConnectionError {
  override readonly name: string = 'ConnectError';
}

/** The node has the rows of a state in another order than the one of before: it is asked again at once, for all of them. */
export class OtherStateError extends Error {
  override readonly name = 'OtherStateError';
}

/** The node ended the connection in order (close code 1001): it stops, or starts again. Retried. */
export class NodeEndedError extends ConnectionError {
  override readonly name: string = 'NodeEndedError';
}

/** The node has no history of blocks that the store needs next. Retried, and never skipped. */
export class MissingHistoryError extends Error {
  override readonly name = 'MissingHistoryError';
}

/** The node's blocks do not connect with those of the store: ask again with the positions of the store. */
export class DisconnectedBlockError extends Error {
  override readonly name = 'DisconnectedBlockError';
}

/** A message does not prove itself: bytes were changed, or the node is wrong. Asked again, never stored. */
export class UnprovenBlockError extends Error {
  override readonly name = 'UnprovenBlockError';
}

/** The node took back a block that is irreversible in the store. Ends the follower when it stays so. */
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

/** True for errors that end the follower when attempts in a row fail by them: a single message proves nothing. */
export const isFatal = (error: unknown): boolean =>
  error instanceof WrongChainError ||
  error instanceof StoreVersionError ||
  error instanceof IrreversibleForkError;

/** True for errors of a message, or of a file of a node, itself: it cannot be read, or does not prove itself. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof UnprovenBlockError || error instanceof ValueError || error instanceof RefusedFileError;
