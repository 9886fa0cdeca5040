import { fileURLToPath } from 'node:url';
import { equalBytes } from '@app/antelope';
import {
  decodeResult,
  type GetBlocks,
  type GetBlocksResult,
  type ShipRequest,
  type ShipResult,
} from '@app/ship';
import { UnavailableFileError, RefusedFileError } from '../node-files/file-errors';
import { NodeFiles } from '../node-files/node-files';
import { isStateAlone } from './available-blocks';
import { ConnectError, ConnectionError, isRefusal } from './follow-errors';
import type { LargeMessage } from './large-message';
import { MessageQueue } from './message-queue';
import { provenBlock, readProvenBlock } from './proven-block';
import type { ShipSource } from './ship-source';
import type { SocketOptions } from './ship-socket';

/** Blocks are read ahead up to so many bytes, and within the credits. */
const READ_AHEAD_BYTES = 64 * 1024 * 1024;

/** Answers as a state-history server of a node, out of the files of the node. It has irreversible blocks alone. */
export class FileSource implements ShipSource {
  /** Every block is proven before it is given, so that an error names the files. */
  readonly prove = readProvenBlock;
  readonly #messages = new MessageQueue<ShipResult>();
  #request: GetBlocks | undefined;
  #credits = 0;
  #waitingBytes = 0;
  /** Files are looked at by one request after the other. */
  #work = Promise.resolve();
  #isClosed = false;
  /** The signal lives longer than a source: sessions come one after the other. */
  #forgetSignal = (): void => undefined;
  /** Whether the files were opened after the last status. */
  #isFresh = true;

  private constructor(
    private readonly options: SocketOptions,
    private files: NodeFiles,
  ) {}

  /** @param options with a file: URL of a folder. Throws ConnectError, RefusedFileError. */
  static async connect(options: SocketOptions, signal: AbortSignal): Promise<FileSource> {
    const source = new FileSource(options, await openFiles(options));
    const onAbort = (): void => source.close();
    signal.addEventListener('abort', onAbort, { once: true });
    source.#forgetSignal = () => signal.removeEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    return source;
  }

  get waiting(): number {
    return this.#messages.length;
  }

  get endNum(): number {
    return this.files.status.head.blockNum;
  }

  send(request: ShipRequest): void {
    if (request.type === 'get_blocks_ack_request_v0') this.#credits += request.numMessages;
    this.#then(async () => {
      if (request.type === 'get_status_request_v0') await this.#tellStatus();
      if (request.type === 'get_blocks_request_v0') await this.#begin(request);
    });
  }

  async next(timeoutMs: number): Promise<ShipResult | undefined> {
    const message = await this.#messages.take(timeoutMs);
    const isFull = this.#waitingBytes >= READ_AHEAD_BYTES;
    if (message?.type === 'get_blocks_result_v0') this.#waitingBytes -= bytesOf(message);
    if (isFull) this.#then(() => Promise.resolve());
    return message;
  }

  nextMessage(timeoutMs: number): Promise<ShipResult | undefined> {
    return this.next(timeoutMs);
  }

  async wholeResult(message: LargeMessage): Promise<ShipResult> {
    return decodeResult(await message.whole(this.options.maxMessageBytes));
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#forgetSignal();
    this.#messages.fail(new ConnectionError(`${this.options.url}: closed`));
    this.#work = this.#work.then(() => this.files.close());
  }

  /** Does the work after what was begun before, then reads ahead. */
  #then(work: () => Promise<void>): void {
    this.#work = this.#work
      .then(async () => {
        if (this.#isClosed) return;
        await work();
        await this.#readAhead();
      })
      .catch((error: unknown) => this.#messages.fail(asFailure(error, this.options)));
  }

  /** A node may have written more since the last status. */
  async #tellStatus(): Promise<void> {
    if (!this.#isFresh) {
      const before = this.files;
      this.files = await openFiles(this.options);
      await before.close();
    }
    this.#isFresh = false;
    this.#messages.push({ type: 'get_status_result_v0', ...this.files.status });
  }

  /** Begins at the lowest block that the asker has and whose id differs. */
  async #begin(request: GetBlocks): Promise<void> {
    let start = request.startBlockNum;
    for (const { blockNum, blockId } of request.havePositions) {
      const id = blockNum < start ? await this.files.idOf(blockNum) : undefined;
      if (id !== undefined && !equalBytes(id, blockId)) start = blockNum;
    }
    this.#credits = request.maxMessagesInFlight;
    this.#request = { ...request, startBlockNum: start };
  }

  async #readAhead(): Promise<void> {
    const request = this.#request;
    if (request === undefined) return;
    const end = Math.min(request.endBlockNum, this.endNum + 1);
    while (
      request.startBlockNum < end &&
      this.#credits > 0 &&
      this.#waitingBytes < READ_AHEAD_BYTES &&
      !this.#isClosed
    ) {
      const result = await this.#proven(request.startBlockNum, request);
      request.startBlockNum += 1;
      this.#credits -= 1;
      this.#waitingBytes += bytesOf(result);
      this.#messages.push({ type: 'get_blocks_result_v0', ...result });
    }
  }

  async #proven(num: number, request: GetBlocks): Promise<GetBlocksResult> {
    const { status } = this.files;
    const result = await this.files.result(num, request);
    const isWhole = request.fetchBlock && request.fetchTraces && request.fetchDeltas;
    if (!isWhole || result.thisBlock === undefined || isStateAlone(result, status)) return result;
    try {
      provenBlock(result, num, status);
      return result;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      throw new RefusedFileError(`${await this.files.placesOf(num)}: ${textOf(error)}`, { cause: error });
    }
  }
}

async function openFiles({ url, maxMessageBytes }: SocketOptions): Promise<NodeFiles> {
  try {
    return await NodeFiles.open(fileURLToPath(url), maxMessageBytes);
  } catch (error) {
    throw error instanceof UnavailableFileError
      ? new ConnectError(`${url}: ${error.message}`, { cause: error })
      : error;
  }
}

function asFailure(error: unknown, { url }: SocketOptions): Error {
  if (error instanceof UnavailableFileError)
    return new ConnectionError(`${url}: ${error.message}`, { cause: error });
  return error instanceof Error ? error : new Error(textOf(error));
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const bytesOf = ({ block, traces, deltas }: GetBlocksResult): number =>
  (block?.length ?? 0) + (traces?.length ?? 0) + (deltas?.length ?? 0);
