import { blockSection, type WrittenBlock } from './block-section';
import { contractSections } from './contract-sections';
import { packed, snapshotOf, type WrittenSection } from './snapshot-sections';
import { indexSections, type StateTables } from './state-sections';

export interface SnapshotContent {
  /** Of chain_snapshot_header. */
  readonly version: number;
  readonly block: WrittenBlock;
  /** Rows of state history. */
  readonly state: StateTables;
  /** Packed genesis, whose digest is the chain id of version 2. */
  readonly genesis?: Uint8Array;
  readonly hasFinality?: boolean;
}

/** The sections of a snapshot. Written apart from the reader: after the sources of nodeos. */
export const sectionsOf = ({
  version,
  block,
  state,
  genesis = new Uint8Array(),
  hasFinality = false,
}: SnapshotContent): WrittenSection[] => [
  {
    name: 'eosio::chain::chain_snapshot_header',
    rows: [packed((writer) => writer.uint32(version))],
  },
  ...(version === 2 ? [{ name: 'eosio::chain::genesis_state', rows: [genesis] }] : []),
  blockSection(block, version, hasFinality),
  // A section that state history does not have.
  { name: 'eosio::chain::dynamic_global_property_object', rows: [new Uint8Array(8)] },
  ...indexSections(state, version),
  ...contractSections(state, version),
];

/** The bytes of a snapshot file. */
export const writtenSnapshot = (content: SnapshotContent): Uint8Array => snapshotOf(sectionsOf(content));
