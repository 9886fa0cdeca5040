import { bytesToHex, equalBytes } from '@app/antelope';
import type { ShipStatus } from '@app/ship';
import { READ_TABLES } from '../derive/contract-rows';
import { stateBlockAt } from '../derive/state-only-block';
import { openSnapshot, type Snapshot } from '../snapshots/snapshot';
import { stateOf, stateRowsOf } from '../snapshots/snapshot-state';
import { WrongChainError } from '../store/errors';
import type { HistoryWriter } from '../store/port';
import { requireBehind, requireIrreversible } from './available-blocks';
import type { BlockDerivation, FollowListener } from './block-derivation';
import type { FollowLog } from './follow-log';
import type { FollowOptions } from './follow-options';
import { serverBlockId } from './server-block-id';
import type { ShipSource } from './ship-source';
import type { LoadableState, StateLoader } from './state-loader';
import type { StateStream } from '../derive/state-rows';
import { untilAborted } from './until-aborted';

const TABLES = new Set(READ_TABLES);

/** Parts of a follower: the source, and the store that it writes to. */
export interface StartParts {
  readonly options: FollowOptions;
  readonly writer: HistoryWriter;
  readonly derivation: BlockDerivation;
  readonly listener: FollowListener;
  readonly logger: FollowLog;
}

/** Begins an empty store with the state of a snapshot file, so that the server needs the blocks behind it alone. */
export class SnapshotStart {
  constructor(private readonly parts: StartParts) {}

  /**
   * Stores the state of the snapshot as that of its block, in parts.
   * @param socket of the server that is used: its chain has to have the block of the snapshot
   * @param loader undefined: the store has, or had, blocks, and nothing is done
   * @throws SnapshotError, WrongChainError, NodeBehindError, MissingHistoryError
   */
  async run(
    socket: ShipSource,
    status: ShipStatus,
    loader: StateLoader | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { options, logger } = this.parts;
    if (options.snapshot === undefined || loader === undefined) return;
    // Unpacking a large one takes minutes.
    const snapshot = await untilAborted(openSnapshot(options.snapshot), signal);
    await this.#requireSameChain(snapshot, socket, status);
    const { num } = snapshot.block;
    logger.info({ block: num }, `the history begins with the snapshot ${options.snapshot}`);
    await this.#store(snapshot, loader, signal);
  }

  async #requireSameChain(
    { file, chainId, block }: Snapshot,
    socket: ShipSource,
    status: ShipStatus,
  ): Promise<void> {
    const { options, logger } = this.parts;
    const expected = status.chainId ?? options.chainId;
    if (expected !== undefined && !equalBytes(chainId, expected))
      throw new WrongChainError(
        `the snapshot ${file.path} is of chain ${bytesToHex(chainId)}, and the node on chain ${bytesToHex(expected)}`,
      );
    requireIrreversible(status, block.num, 'that of the snapshot');
    // Archives may have the blocks that the server lacks.
    const hasArchives = (options.archiveUrls ?? []).length > 0;
    if (!hasArchives) requireBehind(status, block.num);
    const id = await serverBlockId(socket, status, block.num, options.silenceMs);
    if (id === undefined)
      logger.warn(
        {},
        `the server does not tell the id of block ${String(block.num)}: the snapshot ${file.path} was compared with no server, so it may be of another branch`,
      );
    else if (!equalBytes(id, block.id))
      throw new WrongChainError(
        `the snapshot ${file.path} is of block ${bytesToHex(block.id)}, and block ${String(block.num)} of the node is ${bytesToHex(id)}`,
      );
  }

  async #store(snapshot: Snapshot, loader: StateLoader, signal: AbortSignal): Promise<void> {
    const { writer, derivation, listener } = this.parts;
    const { block } = snapshot;
    const position = { blockNum: block.num, blockId: block.id };
    const loaded = await loader.load(loadable(snapshot, signal), {
      ...position,
      timestamp: block.timestamp,
    });
    derivation.resume(undefined);
    const state = {
      ...{ head: position, lastIrreversible: position, thisBlock: position },
      block: { ...stateBlockAt(block.timestamp), scheduleVersion: block.scheduleVersion },
      traces: [],
      deltas: [],
    };
    const writes = derivation.derive(state, { ...loaded, policies: block.policies });
    await writer.append([writes], block.num);
    listener.committed([writes], block.num);
  }
}

/** The rows that the history is derived from. */
function loadable(snapshot: Snapshot, signal: AbortSignal): LoadableState {
  const total = stateRowsOf(snapshot, TABLES);
  let read = 0;
  async function* stream(): StateStream {
    for await (const part of stateOf(snapshot, TABLES)) {
      signal.throwIfAborted();
      read += part.rows.length;
      yield part;
    }
  }
  return { stream: stream(), fraction: () => Math.min(1, read / total) };
}
