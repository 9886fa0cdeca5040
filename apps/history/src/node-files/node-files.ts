import path from 'node:path';
import { bytesToHex, equalBytes, ValueError } from '@app/antelope';
import {
  type BlockPosition,
  blockIdOf,
  decodeSignedBlock,
  type GetBlocks,
  type GetBlocksResult,
  type ShipStatus,
} from '@app/ship';
import { BlockLog } from './block-log';
import { placeOf, refusedFile, RefusedFileError, UnavailableFileError } from './file-errors';
import { HistoryLog } from './history-log';
import { SplitLog } from './split-log';

const BLOCKS = 'blocks';
const TRACES = 'trace_history';
const STATE = 'chain_state_history';
const LOG_NAMES = [BLOCKS, TRACES, STATE] as const;
type LogName = (typeof LOG_NAMES)[number];

/** The sections that are asked for. */
export type Wanted = Pick<GetBlocks, 'fetchBlock' | 'fetchTraces' | 'fetchDeltas'>;
const NOTHING: Wanted = { fetchBlock: false, fetchTraces: false, fetchDeltas: false };

interface Logs {
  readonly blocks: SplitLog<BlockLog>;
  readonly traces: SplitLog<HistoryLog>;
  readonly state: SplitLog<HistoryLog>;
  readonly chainId: Uint8Array;
  /** The first block of the block log, which it need not have yet. */
  readonly blocksFirst: number;
}

/** The files of a node as they were when they were opened: what a state-history server of the node would send. */
export class NodeFiles {
  /** All of it is irreversible. */
  #last!: BlockPosition;

  private constructor(
    private readonly logs: Logs,
    private readonly maxBytes: number,
  ) {}

  /**
   * @param folder data directory of a node, with `blocks` and `state-history`, or a folder that has the files of both
   * @param maxBytes of a section of a block
   * @throws UnavailableFileError, RefusedFileError
   */
  static async open(folder: string, maxBytes: number): Promise<NodeFiles> {
    const logs = await openLogs(folder);
    const files = new NodeFiles(logs, maxBytes);
    try {
      files.#last = (await files.#read(lastNumOf(logs, folder), NOTHING)).position;
      return files;
    } catch (error) {
      await files.close();
      throw error;
    }
  }

  get status(): ShipStatus {
    const { traces, state, chainId, blocksFirst } = this.logs;
    const end = this.#last.blockNum + 1;
    // Traces without their block are of no use.
    const tracesFirst = Math.max(traces.firstNum, blocksFirst);
    const hasTraces = traces.endNum > 0 && tracesFirst < end;
    return {
      head: this.#last,
      lastIrreversible: this.#last,
      traceBeginBlock: hasTraces ? tracesFirst : 0,
      traceEndBlock: hasTraces ? end : 0,
      chainStateBeginBlock: state.firstNum,
      chainStateEndBlock: end,
      chainId,
    };
  }

  /** The id of a block; undefined where the files do not have it, or it is not irreversible. Throws RefusedFileError. */
  async idOf(num: number): Promise<Uint8Array | undefined> {
    return this.#has(num) ? (await this.#read(num, NOTHING)).position.blockId : undefined;
  }

  /** A block that is irreversible, as a server sends it. Throws RefusedFileError. */
  async result(num: number, wanted: Wanted): Promise<GetBlocksResult> {
    const positions = { head: this.#last, lastIrreversible: this.#last };
    if (!this.#has(num)) return positions;
    const { position, previous, ...sections } = await this.#read(num, wanted);
    const prevBlock = previous && num > 1 ? { blockNum: num - 1, blockId: previous } : undefined;
    return { ...positions, thisBlock: position, prevBlock, ...sections };
  }

  /** Where the files have a block, for errors. */
  async placesOf(num: number): Promise<string> {
    const places: string[] = [];
    for (const name of LOG_NAMES) {
      const log = this.#logOf(name);
      if (!log.has(num)) continue;
      const position = await (await log.at(num)).positionOf(num);
      places.push(`${name}.log at offset ${String(position)}`);
    }
    return `block ${String(num)} (${places.join(', ')})`;
  }

  async close(): Promise<void> {
    const { blocks, traces, state } = this.logs;
    await Promise.all([blocks.close(), traces.close(), state.close()]);
  }

  #has(num: number): boolean {
    const { blocks, state } = this.logs;
    return num <= this.#last.blockNum && (blocks.has(num) || num === state.firstNum);
  }

  /** A block whose logs name one id. */
  async #read(num: number, wanted: Wanted) {
    const { blocks, traces, state } = this.logs;
    const block = blocks.has(num) ? await this.#block(num) : undefined;
    const traced = await this.#logged(traces, num, wanted.fetchTraces);
    const changed = await this.#logged(state, num, wanted.fetchDeltas);
    const id = block?.id ?? changed?.id;
    if (id === undefined) throw new Error(`no log has block ${String(num)}`);
    await this.#requireId(num, id, TRACES, traced?.id);
    await this.#requireId(num, id, STATE, changed?.id);
    return {
      position: { blockNum: num, blockId: id },
      previous: block?.previous,
      block: wanted.fetchBlock ? block?.bytes : undefined,
      traces: traced?.bytes,
      deltas: changed?.bytes,
    };
  }

  async #block(num: number) {
    const log = await this.logs.blocks.at(num);
    const bytes = await log.block(num, this.maxBytes);
    try {
      const header = decodeSignedBlock(bytes);
      return { bytes, id: blockIdOf(header), previous: header.previous };
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      throw refusedFile(`${BLOCKS}.log`, placeOf(num, await log.positionOf(num)), error.message, error);
    }
  }

  async #logged(logs: SplitLog<HistoryLog>, num: number, isWanted: boolean) {
    if (!logs.has(num)) return undefined;
    const log = await logs.at(num);
    return isWanted ? log.section(num, this.maxBytes) : { id: await log.idOf(num), bytes: undefined };
  }

  async #requireId(num: number, id: Uint8Array, name: LogName, found: Uint8Array | undefined): Promise<void> {
    if (found === undefined || equalBytes(found, id)) return;
    throw new RefusedFileError(
      `${await this.placesOf(num)}: ${name}.log has it as ${bytesToHex(found)}, and ${BLOCKS}.log as ${bytesToHex(id)}: one of the files is damaged, or of another chain`,
    );
  }

  #logOf(name: LogName): SplitLog<BlockLog | HistoryLog> {
    const { blocks, traces, state } = this.logs;
    return { [BLOCKS]: blocks, [TRACES]: traces, [STATE]: state }[name];
  }
}

async function openLogs(folder: string): Promise<Logs> {
  let chainId: Uint8Array | undefined;
  let blocksFirst = Infinity;
  const openBlocks = async (stem: string): Promise<BlockLog | undefined> => {
    const log = await BlockLog.open(stem);
    if (log === undefined) return undefined;
    blocksFirst = Math.min(blocksFirst, log.firstNum);
    chainId ??= log.chainId;
    if (equalBytes(chainId, log.chainId)) return log;
    await log.close();
    throw new RefusedFileError(
      `${path.basename(stem)}.log is of chain ${bytesToHex(log.chainId)}, and another file of the block log of chain ${bytesToHex(chainId)}`,
    );
  };
  const openHistory = (stem: string): Promise<HistoryLog | undefined> => HistoryLog.open(stem);
  let blocks = await SplitLog.open(path.join(folder, BLOCKS), BLOCKS, openBlocks);
  if (chainId === undefined) blocks = await SplitLog.open(folder, BLOCKS, openBlocks);
  if (chainId === undefined)
    throw new UnavailableFileError(
      `there is no ${BLOCKS}.log in ${path.join(folder, BLOCKS)}, and none in ${folder}`,
    );
  const history = async (name: string): Promise<SplitLog<HistoryLog>> => {
    const found = await SplitLog.open(path.join(folder, 'state-history'), name, openHistory);
    return found.endNum > 0 ? found : SplitLog.open(folder, name, openHistory);
  };
  return { blocks, traces: await history(TRACES), state: await history(STATE), chainId, blocksFirst };
}

/** The last irreversible block that all logs have. */
function lastNumOf({ blocks, traces, state, blocksFirst }: Logs, folder: string): number {
  if (state.endNum === 0)
    throw new UnavailableFileError(
      `${STATE}.log has no block in ${path.join(folder, 'state-history')} or ${folder}`,
    );
  const last = Math.min(blocks.endNum, traces.endNum, state.endNum) - 1;
  // The state of a genesis or of a snapshot comes before all others: its block cannot be undone.
  const isRoot = state.firstNum === 1 || state.firstNum + 1 === blocksFirst;
  if (isRoot) return Math.max(last, state.firstNum);
  if (last >= state.firstNum) return last;
  throw new UnavailableFileError(
    `${STATE}.log begins with block ${String(state.firstNum)}, and the last block that is irreversible and in all logs is ${String(last)}`,
  );
}
