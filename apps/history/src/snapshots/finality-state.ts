import { ValueError } from '@app/antelope';
import { numberOfId } from '@app/ship';
import type {
  ProposedPolicy,
  ProposerPolicies,
  ProposerPolicy,
  ScheduledProducer,
} from '../derive/block-writes';
import type { RowReader } from './row-reader';

const DIGEST_BYTES = 32;

/** A block that a later one knows: eosio::chain::block_ref. */
interface KnownBlock {
  readonly num: number;
  /** Half-second slot since 2000. */
  readonly slot: number;
}

/** The claim of a block: eosio::chain::qc_link. */
interface Claim {
  readonly num: number;
  readonly claimed: number;
}

/** The parts of a finality core that policies depend on. */
interface Core {
  readonly claims: readonly Claim[];
  /** From the last final block to the block itself. */
  readonly blocks: readonly KnownBlock[];
  readonly finalSlot: number;
}

/**
 * Reads the policies of a block with instant finality, behind the version of the schedule in its header.
 * Source: snapshot_block_state_v8 of Spring.
 */
export function policiesOf(reader: RowReader, block: KnownBlock): ProposerPolicies {
  skipEndOfHeader(reader);
  if (isThere(reader)) reader.skipList(() => reader.skip(DIGEST_BYTES));
  const core = coreOf(reader, block);
  if (isThere(reader)) skipFinalizers(reader);
  const active = isThere(reader) ? policyOf(reader) : undefined;
  if (active === undefined) throw new ValueError('the producers of the block are missing');
  const { version, producers } = active;
  const proposed = isThere(reader) ? proposedOf(policyOf(reader), core) : undefined;
  const pending = isThere(reader) ? proposedOf(policyOf(reader), core) : undefined;
  return { active: { version, producers }, pending, proposed };
}

function isThere(reader: RowReader): boolean {
  const flag = reader.uint8();
  if (flag > 1) throw new ValueError(`${String(flag)} is no boolean`);
  return flag === 1;
}

function skipEndOfHeader(reader: RowReader): void {
  if (isThere(reader)) throw new ValueError('a header with instant finality announces producers');
  reader.skipList(() => {
    reader.skip(2);
    reader.prefixed();
  });
}

function coreOf(reader: RowReader, block: KnownBlock): Core {
  const claims: Claim[] = [];
  reader.skipList(() => {
    claims.push({ num: reader.uint32(), claimed: reader.uint32() });
    reader.skip(1);
  });
  const blocks: KnownBlock[] = [];
  reader.skipList(() => {
    blocks.push({ num: numberOfId(reader.take(DIGEST_BYTES)), slot: reader.uint32() });
    reader.skip(DIGEST_BYTES + 2 * 4);
  });
  const genesisSlot = reader.uint32();
  return { claims, blocks: [...blocks, block], finalSlot: blocks[0]?.slot ?? genesisSlot };
}

function skipFinalizers(reader: RowReader): void {
  reader.skip(4 + 8);
  reader.skipList(() => {
    reader.prefixed();
    reader.skip(8);
    reader.prefixed();
  });
}

function policyOf(reader: RowReader): ProposerPolicy & { readonly slot: number } {
  const slot = reader.uint32();
  const version = reader.uint32();
  const producers: ScheduledProducer[] = [];
  reader.skipList(() => producers.push(reader.producer()));
  return { version, producers, slot };
}

/** A final block may be older than those that the core has: then the last final one stands for it. */
function proposedOf(
  policy: ReturnType<typeof policyOf>,
  { claims, blocks, finalSlot }: Core,
): ProposedPolicy {
  const isFinal = policy.slot <= finalSlot;
  const block = isFinal ? blocks[0] : blocks.find(({ slot }) => slot === policy.slot);
  if (block === undefined) throw new ValueError('no block proposed the producers');
  const claimedIn = claims.find(({ claimed }) => claimed >= block.num)?.num;
  return { ...policy, blockNum: block.num, claimedIn: isFinal ? block.num : claimedIn, isFinal };
}
