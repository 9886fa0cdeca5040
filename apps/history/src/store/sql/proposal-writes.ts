import type { BlockHeader, BlockWrites, ProposalEvent } from '../../derive/block-writes';
import { type Approvals, isApproval, notYetApproved, withApproval } from '../approvals';
import { readApprovals, writeApprovals } from './blobs';
import type { Overlay, Row } from './overlay';
import { OPEN_PROPOSAL, PROPOSAL, PROPOSAL_ACTOR } from './schema';
import { replaceSet } from './sets';
import type { SqlSession } from './session';
import { bytes, ordered } from './values';

export const PROPOSAL_STATUS = ['open', 'executed', 'cancelled'] as const;
/** In the column of the closing sequence: not closed. */
export const NOT_CLOSED = -1n;

const columnOf = (name: string): number => PROPOSAL.columns.indexOf(name);
const [STATUS, APPROVALS, CLOSED] = [columnOf('status'), columnOf('approvals'), columnOf('closed')];

type ProposalKey = Pick<ProposalEvent, 'proposer' | 'name'>;
type EventOf<Kind extends ProposalEvent['kind']> = Extract<ProposalEvent, { kind: Kind }>;

/** Reads the open proposals that the events mean. */
export async function loadProposals(
  session: SqlSession,
  overlay: Overlay,
  blocks: readonly BlockWrites[],
): Promise<void> {
  const names = blocks.flatMap(({ proposals }) => proposals.map(nameKey));
  await overlay.load(session, OPEN_PROPOSAL, names);
  const created = blocks.flatMap(({ proposals }) =>
    proposals.flatMap((event) =>
      event.kind === 'proposed' ? [[...nameKey(event), event.globalSequence]] : [],
    ),
  );
  const open = names.flatMap((name) => {
    const row = overlay.get(OPEN_PROPOSAL, name);
    return row === undefined ? [] : [row];
  });
  await overlay.load(session, PROPOSAL, [...created, ...open]);
}

/** An open proposal whose lists a block changes. */
interface ChangedLists {
  readonly key: Row;
  readonly row: Row;
  readonly before: Approvals;
  after: Approvals;
}

/**
 * The lists of a proposal have half a megabyte at most: those that a block changes are written once, behind its last
 * approval, or before the event that closes the proposal.
 */
export function applyProposals(overlay: Overlay, { block, proposals }: BlockWrites): void {
  const changed = new Map<string, ChangedLists>();
  for (const event of proposals) {
    const name = nameKey(event);
    const text = name.join(' ');
    const lists = changed.get(text) ?? (isApproval(event) ? listsOf(overlay, name) : undefined);
    if (isApproval(event)) {
      if (lists === undefined) continue;
      lists.after = withApproval(lists.after, event);
      changed.set(text, lists);
      continue;
    }
    if (lists !== undefined) writeLists(overlay, lists);
    changed.delete(text);
    if (event.kind === 'proposed') propose(overlay, event, block);
    else close(overlay, event);
  }
  for (const lists of changed.values()) writeLists(overlay, lists);
}

/** Undefined: no proposal of this name is open. */
function listsOf(overlay: Overlay, name: Row): ChangedLists | undefined {
  const key = overlay.get(OPEN_PROPOSAL, name);
  const row = key && overlay.get(PROPOSAL, key);
  if (key === undefined || row === undefined) return undefined;
  const before = readApprovals(bytes(row[APPROVALS]));
  return { key, row, before, after: before };
}

function writeLists(overlay: Overlay, { key, row, before, after }: ChangedLists): void {
  overlay.put(PROPOSAL, key, row.with(APPROVALS, writeApprovals(after)));
  replaceSet(overlay, PROPOSAL_ACTOR, actorRows(key, before), actorRows(key, after));
}

function propose(overlay: Overlay, event: EventOf<'proposed'>, { num, timeMs }: BlockHeader): void {
  const key = [...nameKey(event), event.globalSequence];
  const lists = { requested: notYetApproved(event.requested), provided: [] };
  const blobs = [event.transaction, writeApprovals(lists)];
  overlay.put(PROPOSAL, key, [...key, 0, ...blobs, NOT_CLOSED, num, timeMs]);
  overlay.put(OPEN_PROPOSAL, nameKey(event), key);
  replaceSet(overlay, PROPOSAL_ACTOR, [], actorRows(key, lists));
}

function close(overlay: Overlay, event: EventOf<'executed' | 'cancelled'>): void {
  const key = overlay.get(OPEN_PROPOSAL, nameKey(event));
  const row = key && overlay.get(PROPOSAL, key);
  if (key === undefined || row === undefined) return;
  const status = PROPOSAL_STATUS.indexOf(event.kind);
  overlay.put(PROPOSAL, key, row.with(STATUS, status).with(CLOSED, event.globalSequence));
  overlay.put(OPEN_PROPOSAL, nameKey(event), undefined);
}

const nameKey = ({ proposer, name }: ProposalKey): Row => [ordered(proposer), ordered(name)];

function actorRows(key: Row, { requested, provided }: Approvals): Row[] {
  const actors = new Set([...requested, ...provided].map(({ actor }) => actor));
  return [...actors].map((actor) => [ordered(actor), ...key]);
}
