import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ByteWriter, parsePublicKey, writePublicKey } from '@app/antelope';
import type { GetBlocksResult } from '@app/ship';
import {
  type BlockLogOptions,
  type HistoryLogOptions,
  type LogEntry,
  writeBlockLog,
  writeHistoryLog,
} from './node-files';

/** Of nodes that were started without a genesis of their own: the defaults of Leap, in the order of nodeos. */
export function defaultGenesis(): Uint8Array {
  const writer = new ByteWriter();
  writer.int64(BigInt(Date.parse('2018-06-01T12:00:00Z')) * 1000n);
  writePublicKey(writer, parsePublicKey('EOS6MRyAjQq8ud7hVNYcfnVPJqcVpscN5So8BhtHuGYqET5GDW5CV'));
  writer.uint64(1_048_576n);
  for (const value of [
    1000, 524_288, 12, 500, 20, 100, 200_000, 1000, 150_000, 100, 3600, 600, 3_888_000, 524_288,
  ])
    writer.uint32(value);
  writer.uint16(4);
  writer.uint16(6);
  return writer.finish();
}

export interface FilesOptions extends HistoryLogOptions {
  /** Of the block log: blocks up to this one are in it. Default: the last irreversible one of the last result. */
  readonly irreversibleNum?: number;
  readonly blocks?: Partial<BlockLogOptions>;
}

/** Stems of the files of a data directory. */
export const stemsOf = (folder: string) => ({
  blocks: path.join(folder, 'blocks', 'blocks'),
  traces: path.join(folder, 'state-history', 'trace_history'),
  state: path.join(folder, 'state-history', 'chain_state_history'),
});

export const fileUrl = (folder: string): string => pathToFileURL(folder).href;

/** The entries of a log for results in the order in which a node saw their blocks. */
export const entriesOf = (results: readonly GetBlocksResult[], section: 'traces' | 'deltas'): LogEntry[] =>
  results.flatMap(({ thisBlock, [section]: content }) =>
    thisBlock === undefined || content === undefined
      ? []
      : [{ num: thisBlock.blockNum, id: thisBlock.blockId, content }],
  );

/** Of each number the last block, up to an irreversible one. */
export function blocksOf(
  results: readonly GetBlocksResult[],
  irreversibleNum: number,
): Map<number, Uint8Array> {
  const blocks = new Map<number, Uint8Array>();
  for (const { thisBlock, block } of results)
    if (thisBlock !== undefined && block !== undefined && thisBlock.blockNum <= irreversibleNum)
      blocks.set(thisBlock.blockNum, block);
  return blocks;
}

/** Writes the data directory of the node that sent these results. @returns the folder */
export function writeNodeFiles(
  folder: string,
  results: readonly GetBlocksResult[],
  { irreversibleNum, blocks: blockOptions, ...options }: FilesOptions = {},
): string {
  const stems = stemsOf(folder);
  const last = irreversibleNum ?? results.at(-1)?.lastIrreversible.blockNum ?? 0;
  const blocks = blocksOf(results, last);
  const firstNum = Math.min(...blocks.keys());
  writeHistoryLog(stems.traces, entriesOf(results, 'traces'), options);
  writeHistoryLog(stems.state, entriesOf(results, 'deltas'), options);
  writeBlockLog(stems.blocks, [...blocks.values()], { firstNum, context: defaultGenesis(), ...blockOptions });
  return folder;
}
