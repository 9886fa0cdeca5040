import type { GetBlocksResult, ShipStatus } from '@app/ship';
import type { BlockWrites } from '../derive/block-writes';
import { BlockGapError } from '../store/errors';
import type { BlockRange, HistoryWriter } from '../store/port';
import type { BlockDerivation } from './block-derivation';
import { connectSource } from './connect-source';
import { ConnectionError, IrreversibleForkError, MissingHistoryError } from './follow-errors';
import type { FollowOptions } from './follow-options';
import { gapsIn, piecesOf } from './missing-ranges';
import type { ShipSource } from './ship-source';
import { rangeRequest } from './start-request';
import type { StatusKeeper } from './status-keeper';

interface BackfillParts {
  readonly options: FollowOptions;
  readonly writer: HistoryWriter;
  readonly derivation: BlockDerivation;
  readonly keeper: StatusKeeper;
  readonly status: ShipStatus;
}

/**
 * Fills a new store up to an irreversible block by several sessions, each with the next range that is missing. Ranges
 * are connected as soon as the blocks before them are there. The store knows what is filled, so that another attempt
 * continues after an end at any moment.
 */
export class Backfill {
  #remaining = 0;
  /** The last attempt to connect ranges. */
  #connecting = Promise.resolve();

  constructor(private readonly parts: BackfillParts) {}

  /** Rejects with the first failure of a session; the others end then. */
  async run(to: number, signal: AbortSignal): Promise<void> {
    const { writer, options, keeper } = this.parts;
    const cursor = await writer.cursor();
    if (cursor === undefined) throw new Error('the first block is missing');
    const missing = gapsIn({ from: cursor.num + 1, to }, await writer.filledRanges());
    this.#remaining = missing.reduce((sum, range) => sum + range.to - range.from + 1, 0);
    const pieces = missing.flatMap((range) => piecesOf(range, options.backfill.rangeBlocks));
    keeper.started(cursor.num);
    const stopping = new AbortController();
    const stop = AbortSignal.any([signal, stopping.signal]);
    await this.#connect(stop);
    const sessions = Array.from({ length: Math.min(options.backfill.sessions, pieces.length) }, async () => {
      for (let range = pieces.shift(); range !== undefined && !stop.aborted; range = pieces.shift())
        await this.#read(range, stop);
    });
    // The others fail because of the first failure: that one is reported.
    const failures: unknown[] = [];
    const failed = (error: unknown): void => {
      failures.push(error);
      stopping.abort();
    };
    await Promise.all(sessions.map((session) => session.catch(failed)));
    if (failures.length > 0) throw failures[0];
    await this.#connect(signal);
  }

  /** Reads and writes one range over a connection of its own. */
  async #read(range: BlockRange, signal: AbortSignal): Promise<void> {
    const { options, writer, keeper } = this.parts;
    const socket = await connectSource(options, signal);
    try {
      socket.send({ type: 'get_blocks_request_v0', ...rangeRequest(range, options) });
      let next = range.from;
      while (next <= range.to && !signal.aborted) {
        const results = await this.#nextBlocks(socket, range.to - next + 1);
        const blocks = results.map((result, index) => this.#derive(socket, result, next + index));
        await writer.fill(blocks);
        next += blocks.length;
        this.#remaining -= blocks.length;
        keeper.filled(blocks.length, this.#remaining);
        socket.send({ type: 'get_blocks_ack_request_v0', numMessages: results.length });
        await this.#connect(signal);
      }
    } finally {
      socket.close();
    }
  }

  async #nextBlocks(socket: ShipSource, most: number): Promise<GetBlocksResult[]> {
    const { silenceMs, backfill } = this.parts.options;
    const results: GetBlocksResult[] = [];
    do {
      const message = await socket.next(silenceMs);
      if (message === undefined) throw new ConnectionError('the node does not send the blocks of a range');
      if (message.type === 'get_blocks_result_v0') results.push(message);
    } while (results.length < Math.min(most, backfill.batchBlocks) && socket.waiting > 0);
    return results;
  }

  #derive({ prove }: ShipSource, result: GetBlocksResult, num: number): BlockWrites {
    const found = result.thisBlock?.blockNum;
    if (found !== num)
      throw new MissingHistoryError(
        `the node has no history of block ${String(num)}: it sent ${found === undefined ? 'none' : `block ${String(found)}`}`,
      );
    return this.parts.derivation.deriveAlone(prove(result, num, this.parts.status));
  }

  /**
   * Connects after the blocks of the store, one session at a time: a failed attempt may have derived more than it
   * stored.
   */
  #connect(signal: AbortSignal): Promise<void> {
    const attempt = (): Promise<void> => this.#connectAll(signal);
    this.#connecting = this.#connecting.then(attempt, attempt);
    return this.#connecting;
  }

  async #connectAll(signal: AbortSignal): Promise<void> {
    const { writer, keeper, derivation } = this.parts;
    derivation.resume(await writer.tail());
    while (!signal.aborted) {
      const blocks = await writer
        .connect((writes) => derivation.completed(writes))
        .catch((error: unknown) => {
          throw error instanceof BlockGapError ? new IrreversibleForkError(error.message) : error;
        });
      if (blocks.length === 0) return;
      keeper.connectedBlocks(blocks);
    }
  }
}
