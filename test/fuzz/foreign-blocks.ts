import type { GetBlocksResult } from '@app/ship';
import { recordedBlocks } from '../harness/ship/recorded-source';

let blocks: readonly GetBlocksResult[] | undefined;

/** Blocks of another recorded chain. */
export const foreignBlocks = (): readonly GetBlocksResult[] => (blocks ??= recordedBlocks('mixed'));
