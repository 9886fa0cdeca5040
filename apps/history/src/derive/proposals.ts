import { ByteReader, ChainReader, nameToValue } from '@app/antelope';
import type { ActionWrite } from './action-writes';
import type { DeltaWrite, ProposalApproval, ProposalEvent } from './block-writes';
import type { PermissionLevel } from './name';
import { readable } from './readable';
import { millisecondsOf } from './slots';

const MULTISIG = nameToValue('eosio.msig');
const [PROPOSE, APPROVE, UNAPPROVE, EXEC, CANCEL] = ['propose', 'approve', 'unapprove', 'exec', 'cancel'].map(
  nameToValue,
);
const PROPOSAL_TABLE = nameToValue('proposal');
const APPROVALS_TABLE = nameToValue('approvals2');
const OLD_APPROVALS_TABLE = nameToValue('approvals');

/**
 * Steps of multi-signature proposals: those of the actions, then the rows as the block left them. The actions contain
 * facts that the rows lack: a proposal that is made and executed in one block changes no row. Source: eosio.msig.
 */
export function proposalEvents(
  actions: readonly ActionWrite[],
  deltas: readonly DeltaWrite[],
  timeMs: number,
  isSnapshot: boolean,
): ProposalEvent[] {
  const rows = deltas.filter(({ code, present }) => code === MULTISIG && present);
  return [
    ...actions
      .filter(({ account }) => account === MULTISIG)
      .flatMap((action) => readable(() => eventOfAction(action, timeMs))),
    ...(isSnapshot ? rows.flatMap((row) => readable(() => eventOfProposal(row))) : []),
    ...rows.flatMap((row) => readable(() => eventOfApprovals(row))),
  ];
}

function eventOfAction(
  { name: action, data, globalSequence }: ActionWrite,
  timeMs: number,
): ProposalEvent | undefined {
  const reader = new ChainReader(data);
  const key = () => ({ proposer: reader.uint64(), name: reader.uint64() });
  switch (action) {
    case PROPOSE: {
      const proposal = { ...key(), kind: 'proposed' as const, globalSequence };
      const requested = listOf(reader, readLevel);
      return { ...proposal, requested, transaction: restOf(reader) };
    }
    case APPROVE:
      return { ...key(), kind: 'approved', level: readLevel(reader), timeMs };
    case UNAPPROVE:
      return { ...key(), kind: 'unapproved', level: readLevel(reader), timeMs };
    case EXEC:
      return { ...key(), kind: 'executed', globalSequence };
    case CANCEL:
      return { ...key(), kind: 'cancelled', globalSequence };
    default:
      return undefined;
  }
}

/** Proposals that are older than the history: their action is not known. */
function eventOfProposal({ table, scope, value }: DeltaWrite): ProposalEvent | undefined {
  if (table !== PROPOSAL_TABLE) return undefined;
  const reader = new ByteReader(value);
  const name = reader.uint64();
  const transaction = reader.prefixed();
  return { proposer: scope, name, kind: 'proposed', globalSequence: 0n, transaction, requested: [] };
}

function eventOfApprovals({ table, scope, value }: DeltaWrite): ProposalEvent | undefined {
  if (table !== APPROVALS_TABLE && table !== OLD_APPROVALS_TABLE) return undefined;
  const reader = new ByteReader(value);
  if (table === APPROVALS_TABLE) reader.uint8();
  const name = reader.uint64();
  const read = table === APPROVALS_TABLE ? readApproval : readOldApproval;
  const requested = listOf(reader, read);
  const provided = listOf(reader, read);
  return { proposer: scope, name, kind: 'approvals', requested, provided };
}

const listOf = <T>(reader: ByteReader, read: (reader: ByteReader) => T): T[] =>
  reader.list(() => read(reader));

const readLevel = (reader: ByteReader): PermissionLevel => ({
  actor: reader.uint64(),
  permission: reader.uint64(),
});

const readApproval = (reader: ByteReader): ProposalApproval => ({
  ...readLevel(reader),
  timeMs: millisecondsOf(reader.int64()),
});

const readOldApproval = (reader: ByteReader): ProposalApproval => ({ ...readLevel(reader), timeMs: 0 });

function restOf(reader: ByteReader): Uint8Array {
  const span = reader.span(() => {
    while (!reader.isAtEnd) reader.uint8();
  });
  return span;
}
