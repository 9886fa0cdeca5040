import type { NetworkName } from '@app/networks';
import type { IncomingMessage } from 'node:http';
import {
  type ChainClient,
  NodeFailure,
  type OpenedStream,
  readOpeningAnswer,
  type StreamRequest,
} from '@app/upstream';
import { BUSY, MirrorError } from '../errors/node-error';
import { nodePathOf, STREAM_PATH } from './stream-path';
import { readStreamQuery, type StreamQuery } from './session';

/** How long all nodes together may take to open a stream, the answer of the one included. */
export const OPEN_MS = 10_000;

/** A refusal of engine.io: its clients read no other one. Source: engine.io, the table of its errors. */
export class EngineError extends Error {
  override readonly name = 'EngineError';

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export const unknownSession = (): EngineError => new EngineError(1, 'Session ID unknown');
export const unknownTransport = (): EngineError => new EngineError(0, 'Transport unknown');
export const unknownVersion = (): EngineError => new EngineError(5, 'Unsupported protocol version');

/** @throws EngineError for a session that the gateway cannot have opened */
export function streamQueryOf(query: string): StreamQuery {
  const read = readStreamQuery(query);
  if (read === undefined) throw unknownSession();
  return read;
}

/**
 * Opens a stream at a node: at that of its session, else at the best one.
 * @throws EngineError when the node of the session may not serve any more; MirrorError; UpstreamUnavailableError
 */
export async function openStream(
  chain: ChainClient,
  { nodeKey, forNode }: StreamQuery,
  request: Omit<StreamRequest, 'path'>,
  signal: AbortSignal,
): Promise<OpenedStream> {
  const sent = { ...request, path: nodePathOf(forNode) };
  if (nodeKey === undefined) {
    const opened = await chain.streams.open(sent, signal);
    if (opened === undefined) throw notServed(chain.network as NetworkName);
    return opened;
  }
  const node = chain.streams.nodeOf(nodeKey);
  if (node === undefined) throw unknownSession();
  return orBusy(chain.streams.openAt(node, sent, signal));
}

/** The whole answer that opens a stream, or refuses it. @throws MirrorError for one that is too long or too late */
export const openingAnswer = (
  { node }: OpenedStream,
  answer: IncomingMessage,
  signal: AbortSignal,
): Promise<Buffer> => orBusy(readOpeningAnswer(node.label, answer, signal));

async function orBusy<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error;
    throw new MirrorError(503, `the node of this session failed: ${error.why}`, BUSY, { cause: error });
  }
}

const notServed = (network: NetworkName): MirrorError =>
  new MirrorError(404, `no node of ${network} serves ${STREAM_PATH}`);
