import { sha256 } from '@app/antelope';
import { blockStateOf, type SnapshotBlock } from './block-state';
import { chainIdOf } from './global-property';
import { SnapshotError } from './snapshot-error';
import { SnapshotFile } from './snapshot-file';

/** Source: chain_snapshot_header of nodeos. 1 is of before EOSIO 1.8. */
const FIRST_VERSION = 2;
const LAST_VERSION = 8;
/** The chain id is the digest of the genesis, later a member of the global properties: since EOSIO 2.0. */
const LAST_WITH_GENESIS = 2;

/** A snapshot of which the chain and the block are known. */
export interface Snapshot {
  readonly file: SnapshotFile;
  /** Of chain_snapshot_header, which decides on the forms of the rows. */
  readonly version: number;
  /** 32 bytes. */
  readonly chainId: Uint8Array;
  readonly block: SnapshotBlock;
}

/** Opens a snapshot file, whose sections are all there then. @throws SnapshotError */
export async function openSnapshot(path: string): Promise<Snapshot> {
  const file = await SnapshotFile.open(path);
  const window = file.window();
  try {
    const header = await file.rows('eosio::chain::chain_snapshot_header', window);
    const version = await header.next((reader) => reader.uint32());
    header.finish();
    if (version < FIRST_VERSION || version > LAST_VERSION)
      throw new SnapshotError(
        `the snapshot ${path} has version ${String(version)}, and versions ${String(FIRST_VERSION)} to ${String(LAST_VERSION)} are known`,
      );
    const genesis =
      version > LAST_WITH_GENESIS ? undefined : await file.rows('eosio::chain::genesis_state', window);
    const genesisId = await genesis?.next((reader) =>
      sha256(reader.take(genesis.section.end - genesis.section.offset)),
    );
    const blockState = await file.rows('eosio::chain::block_state', window);
    const block = await blockState.next(blockStateOf(version));
    if (genesisId !== undefined) return { file, version, chainId: genesisId, block };
    const properties = await file.rows('eosio::chain::global_property_object', window);
    return { file, version, block, chainId: await properties.next(chainIdOf(version)) };
  } finally {
    await window.close();
  }
}
