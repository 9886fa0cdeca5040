import { ByteReader, readPublicKey, sha256, ValueError } from '@app/antelope';
import { refusedFile } from './file-errors';

const PRUNED = 0x8000_0000;
/** Between the head and the blocks. */
const SEPARATOR = 0xffff_ffff_ffff_ffffn;
const CHAIN_ID_BYTES = 32;
/** Of chain_config_v0 of nodeos. */
const CONFIGURATION_BYTES = 68;
/** More than any head has: the key of a genesis has up to 300 bytes or so. */
export const MAX_HEAD_BYTES = 1024;

/** The head of a block log. */
export interface BlockLogHead {
  readonly version: number;
  readonly isPruned: boolean;
  readonly firstNum: number;
  /** 32 bytes. */
  readonly chainId: Uint8Array;
}

/**
 * Source: block_log_preamble of nodeos. Version 1 begins with the genesis; 2 has the number of the first block before it;
 * 3 has the chain id in its place, unless the first block is 1. Throws RefusedFileError.
 * @param bytes the first ones of the file
 */
export function readBlockLogHead(bytes: Uint8Array, file: string): BlockLogHead {
  try {
    const reader = new ByteReader(bytes);
    const number = reader.uint32();
    const version = number % PRUNED;
    if (version < 1 || version > 3) throw new ValueError(versionText(version));
    const firstNum = version === 1 ? 1 : reader.uint32();
    const hasGenesis = version < 3 || firstNum === 1;
    const chainId = hasGenesis ? sha256(genesisOf(reader)) : reader.take(CHAIN_ID_BYTES).slice();
    if (version > 1 && reader.uint64() !== SEPARATOR)
      throw new ValueError('the head of the log is not followed by its separator');
    return { version, firstNum, chainId, isPruned: number >= PRUNED };
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw refusedFile(file, 'offset 0', error.message, error);
  }
}

const versionText = (version: number): string =>
  version === 4
    ? 'the log has version 4, that of EOSIO 2.1, and the versions 1 to 3 are read'
    : `the log has version ${String(version)}, and the versions 1 to 3 are read`;

/** The bytes of the genesis, whose hash is the chain id: time, key, configuration. */
const genesisOf = (reader: ByteReader): Uint8Array =>
  reader.span(() => {
    reader.int64();
    readPublicKey(reader);
    reader.take(CONFIGURATION_BYTES);
  });
