import { bytesToHex, equalBytes } from '@app/antelope';
import type { ShipStatus, TableDelta } from '@app/ship';
import { READ_TABLES } from '../derive/contract-rows';
import { stateBlockAt } from '../derive/state-only-block';
import { openSnapshot, type Snapshot } from '../snapshots/snapshot';
import { SnapshotError } from '../snapshots/snapshot-error';
import { stateOf } from '../snapshots/snapshot-state';
import { WrongChainError } from '../store/errors';
import type { HistoryWriter } from '../store/port';
import { requireHistoryFrom, requireIrreversible } from './available-blocks';
import type { BlockDerivation, FollowListener } from './block-derivation';
import type { FollowLog } from './follow-log';
import type { FollowOptions } from './follow-options';
import { serverBlockId } from './server-block-id';
import type { ShipSource } from './ship-source';

const BYTES_PER_MIB = 1024 * 1024;

interface StartParts {
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
   * Stores the state of the snapshot as that of its block, where the store is empty. All of it is one transaction.
   * @param socket of the server that is used: its chain has to have the block of the snapshot
   * @throws SnapshotError, WrongChainError, NodeBehindError, MissingHistoryError
   */
  async run(socket: ShipSource, status: ShipStatus, signal: AbortSignal): Promise<void> {
    const { options, writer, logger } = this.parts;
    if (options.snapshot === undefined || (await writer.cursor()) !== undefined) return;
    const snapshot = await openSnapshot(options.snapshot);
    await this.#requireSameChain(snapshot, socket, status);
    const { num } = snapshot.block;
    logger.info({ block: num }, `the history begins with the snapshot ${options.snapshot}`);
    await this.#store(snapshot, await this.#deltas(snapshot, signal));
  }

  async #requireSameChain(
    { file, chainId, block }: Snapshot,
    socket: ShipSource,
    status: ShipStatus,
  ): Promise<void> {
    const { options } = this.parts;
    const expected = status.chainId ?? options.chainId;
    if (expected !== undefined && !equalBytes(chainId, expected))
      throw new WrongChainError(
        `the snapshot ${file.path} is of chain ${bytesToHex(chainId)}, and the node on chain ${bytesToHex(expected)}`,
      );
    requireIrreversible(status, block.num, 'that of the snapshot');
    // Archives may have the blocks that the server lacks.
    const hasArchives = (options.archiveUrls ?? []).length > 0;
    if (!hasArchives) requireHistoryFrom(status, block.num + 1);
    const id = await serverBlockId(socket, status, block.num, options.silenceMs);
    if (id !== undefined && !equalBytes(id, block.id))
      throw new WrongChainError(
        `the snapshot ${file.path} is of block ${bytesToHex(block.id)}, and block ${String(block.num)} of the node is ${bytesToHex(id)}`,
      );
  }

  /** The rows that the history is derived from. They are in memory: as many bytes as a message of a node may have. */
  async #deltas(snapshot: Snapshot, signal: AbortSignal): Promise<TableDelta[]> {
    const { maxMessageBytes } = this.parts.options;
    const deltas: TableDelta[] = [];
    let bytes = 0;
    for await (const { table, rows } of stateOf(snapshot, new Set(READ_TABLES))) {
      signal.throwIfAborted();
      bytes += rows.reduce((sum, { length }) => sum + length, 0);
      if (bytes > maxMessageBytes)
        throw new SnapshotError(
          `the state of the snapshot ${snapshot.file.path} has more than ${String(maxMessageBytes / BYTES_PER_MIB)} MiB: set HISTORY_MAX_MESSAGE_MIB higher`,
        );
      deltas.push({ version: 0, name: table, rows: rows.map((data) => ({ present: 1, data })) });
    }
    return deltas;
  }

  async #store({ block }: Snapshot, deltas: readonly TableDelta[]): Promise<void> {
    const { writer, derivation, listener } = this.parts;
    const position = { blockNum: block.num, blockId: block.id };
    derivation.resume(undefined);
    const writes = derivation.derive({
      ...{ head: position, lastIrreversible: position, thisBlock: position },
      block: { ...stateBlockAt(block.timestamp), scheduleVersion: block.scheduleVersion },
      traces: [],
      deltas: [...deltas],
    });
    await writer.append([writes], block.num);
    listener.committed([writes], block.num);
  }
}
