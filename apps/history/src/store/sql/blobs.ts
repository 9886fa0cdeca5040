import { equalBytes } from '@app/antelope';
import type { TransactionHeader } from '../../derive/action-writes';
import type {
  Authority,
  ProposalApproval,
  ProposedPolicy,
  ProposerPolicies,
  ProposerPolicy,
  ScheduledProducer,
  Voter,
} from '../../derive/block-writes';
import type { Approvals } from '../approvals';
import { BlobReader, BlobWriter } from './blob';

const NONE = new Uint8Array();

/** Empty for a transaction without a header. */
export function writeHeader(header: TransactionHeader | undefined): Uint8Array {
  if (header === undefined) return NONE;
  return new BlobWriter()
    .int(header.expiration)
    .int(header.refBlockNum)
    .int(header.refBlockPrefix)
    .int(header.maxNetUsageWords)
    .int(header.maxCpuUsageMs)
    .int(header.delaySec)
    .finish();
}

export function readHeader(blob: Uint8Array): TransactionHeader | undefined {
  if (equalBytes(blob, NONE)) return undefined;
  const reader = new BlobReader(blob);
  return {
    expiration: reader.int(),
    refBlockNum: reader.int(),
    refBlockPrefix: reader.int(),
    maxNetUsageWords: reader.int(),
    maxCpuUsageMs: reader.int(),
    delaySec: reader.int(),
  };
}

export function writeByteLists(items: readonly Uint8Array[]): Uint8Array {
  if (items.length === 0) return NONE;
  const writer = new BlobWriter();
  return writer.list(items, (item) => writer.bytes(item)).finish();
}

export function readByteLists(blob: Uint8Array): Uint8Array[] {
  if (blob.length === 0) return [];
  const reader = new BlobReader(blob);
  return reader.list(() => reader.bytes());
}

export function writeAuthority({ threshold, keys, accounts, waits }: Authority): Uint8Array {
  const writer = new BlobWriter();
  return writer
    .int(threshold)
    .list(keys, ({ key, weight }) => writer.bytes(key).int(weight))
    .list(accounts, ({ actor, permission, weight }) => writer.big(actor).big(permission).int(weight))
    .list(waits, ({ waitSec, weight }) => writer.int(waitSec).int(weight))
    .finish();
}

export function readAuthority(blob: Uint8Array): Authority {
  const reader = new BlobReader(blob);
  return {
    threshold: reader.int(),
    keys: reader.list(() => ({ key: reader.bytes(), weight: reader.int() })),
    accounts: reader.list(() => ({ actor: reader.big(), permission: reader.big(), weight: reader.int() })),
    waits: reader.list(() => ({ waitSec: reader.int(), weight: reader.int() })),
  };
}

export function writeApprovals({ requested, provided }: Approvals): Uint8Array {
  const writer = new BlobWriter();
  const write = ({ actor, permission, timeMs }: ProposalApproval) =>
    writer.big(actor).big(permission).int(timeMs);
  return writer.list(requested, write).list(provided, write).finish();
}

export function readApprovals(blob: Uint8Array): Approvals {
  const reader = new BlobReader(blob);
  const read = () => ({ actor: reader.big(), permission: reader.big(), timeMs: reader.int() });
  return { requested: reader.list(read), provided: reader.list(read) };
}

export function writeVoter(voter: Voter): Uint8Array {
  const writer = new BlobWriter();
  return writer
    .big(voter.proxy)
    .list(voter.producers, (producer) => writer.big(producer))
    .signed(voter.staked)
    .double(voter.lastVoteWeight)
    .double(voter.proxiedVoteWeight)
    .int(voter.isProxy ? 1 : 0)
    .finish();
}

export function readVoter(blob: Uint8Array): Voter {
  const reader = new BlobReader(blob);
  return {
    proxy: reader.big(),
    producers: reader.list(() => reader.big()),
    staked: reader.signed(),
    lastVoteWeight: reader.double(),
    proxiedVoteWeight: reader.double(),
    isProxy: reader.int() === 1,
  };
}

export function writeProducers(producers: readonly ScheduledProducer[]): Uint8Array {
  const writer = new BlobWriter();
  addProducers(writer, producers);
  return writer.finish();
}

export const readProducers = (blob: Uint8Array): ScheduledProducer[] => producersOf(new BlobReader(blob));

function addProducers(writer: BlobWriter, producers: readonly ScheduledProducer[]): void {
  writer.list(producers, ({ name, threshold, keys }) =>
    writer
      .big(name)
      .int(threshold)
      .list(keys, ({ key, weight }) => writer.bytes(key).int(weight)),
  );
}

const producersOf = (reader: BlobReader): ScheduledProducer[] =>
  reader.list(() => ({
    name: reader.big(),
    threshold: reader.int(),
    keys: reader.list(() => ({ key: reader.bytes(), weight: reader.int() })),
  }));

export function writePolicies({ active, pending, proposed }: ProposerPolicies): Uint8Array {
  const writer = new BlobWriter();
  const add = ({ version, producers }: ProposerPolicy) => {
    addProducers(writer.int(version), producers);
  };
  const addProposed = (policy: ProposedPolicy | undefined) => {
    writer.list(policy === undefined ? [] : [policy], (given) => {
      add(given);
      const { blockNum, slot, claimedIn = 0, isFinal } = given;
      writer
        .int(blockNum)
        .int(slot)
        .int(claimedIn)
        .int(isFinal ? 1 : 0);
    });
  };
  add(active);
  addProposed(pending);
  addProposed(proposed);
  return writer.finish();
}

export function readPolicies(blob: Uint8Array): ProposerPolicies {
  const reader = new BlobReader(blob);
  const policy = (): ProposerPolicy => ({ version: reader.int(), producers: producersOf(reader) });
  const proposed = (): ProposedPolicy | undefined =>
    reader.list(() => ({
      ...policy(),
      blockNum: reader.int(),
      slot: reader.int(),
      // No block claims a certificate of block 0.
      claimedIn: reader.int() || undefined,
      isFinal: reader.int() === 1,
    }))[0];
  return { active: policy(), pending: proposed(), proposed: proposed() };
}
