import { bytesToHex } from '@app/antelope';
import type { GetBlocksResult, ShipStatus } from '@app/ship';
import { FileSource } from '../../../apps/history/src/follow/file-source';
import { rangeRequest } from '../../../apps/history/src/follow/start-request';
import { fileUrl } from '../../harness/history/recorded-files';

const SILENCE_MS = 60_000;

interface Range {
  readonly from?: number;
  readonly to?: number;
  readonly maxMessageBytes?: number;
}

/** The blocks that the files of a folder give before an error, or up to the end of the range. */
export interface ReadFiles {
  readonly status: ShipStatus | undefined;
  readonly results: readonly GetBlocksResult[];
  /** Empty where there is none. */
  readonly error: string;
}

export async function readFiles(folder: string, range: Range = {}): Promise<ReadFiles> {
  const results: GetBlocksResult[] = [];
  let status: ShipStatus | undefined;
  let source: FileSource | undefined;
  try {
    const options = { url: fileUrl(folder), maxMessageBytes: range.maxMessageBytes ?? 2 ** 30 };
    const signal = new AbortController().signal;
    source = await FileSource.connect({ ...options, connectTimeoutMs: SILENCE_MS }, signal);
    source.send({ type: 'get_status_request_v0' });
    const told = await source.next(SILENCE_MS);
    if (told?.type !== 'get_status_result_v0') throw new Error('there is no status');
    status = told;
    const from = range.from ?? status.chainStateBeginBlock;
    const to = Math.min(range.to ?? Infinity, status.head.blockNum);
    source.send({ type: 'get_blocks_request_v0', ...rangeRequest({ from, to }, { credits: 10_000 }) });
    for (let num = from; num <= to; num++) {
      const result = await source.next(SILENCE_MS);
      if (result?.type !== 'get_blocks_result_v0') throw new Error('there is no block');
      results.push(result);
    }
    return { status, results, error: '' };
  } catch (error) {
    return { status, results, error: error instanceof Error ? error.message : String(error) };
  } finally {
    source?.close();
  }
}

/** The sections of results and their ids, as texts that Jest compares and prints. */
export const textsOf = (results: readonly GetBlocksResult[]) =>
  results.map(({ thisBlock, prevBlock, block, traces, deltas }) =>
    [thisBlock?.blockId, prevBlock?.blockId, block, traces, deltas]
      .map((bytes) => (bytes === undefined ? '-' : bytesToHex(bytes)))
      .join(' '),
  );
