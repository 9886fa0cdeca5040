import type { BlockWrites, ProposalEvent } from '../../derive/block-writes';
import { notYetApproved, withApproval, type Approvals } from '../approvals';
import { readApprovals, writeApprovals } from './blobs';
import type { Overlay, Row } from './overlay';
import { OPEN_PROPOSAL, PROPOSAL, PROPOSAL_ACTOR } from './schema';
import { replaceSet } from './sets';
import type { SqlSession } from './session';
import { bytes, ordered, type SqlValue } from './values';

export const PROPOSAL_STATUS = ['open', 'executed', 'cancelled'] as const;
/** In the column of the closing sequence: not closed. */
export const NOT_CLOSED = -1n;

type ProposalKey = Pick<ProposalEvent, 'proposer' | 'name'>;

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

export function applyProposals(overlay: Overlay, { block, proposals }: BlockWrites): void {
  for (const event of proposals) {
    const name = nameKey(event);
    if (event.kind === 'proposed') {
      const key = [...name, event.globalSequence];
      const lists = { requested: notYetApproved(event.requested), provided: [] };
      const blobs = [event.transaction, writeApprovals(lists)];
      overlay.put(PROPOSAL, key, [...key, 0, ...blobs, NOT_CLOSED, block.num, block.timeMs]);
      overlay.put(OPEN_PROPOSAL, name, key);
      replaceSet(overlay, PROPOSAL_ACTOR, [], actorRows(key, lists));
      continue;
    }
    const key = overlay.get(OPEN_PROPOSAL, name);
    const row = key && overlay.get(PROPOSAL, key);
    if (key === undefined || row === undefined) continue;
    const [, , , status, transaction, blob, closed, ...position] = row as SqlValue[];
    if ('globalSequence' in event) {
      const status = PROPOSAL_STATUS.indexOf(event.kind);
      const closing = [...key, status, transaction, blob, event.globalSequence, ...position] as SqlValue[];
      overlay.put(PROPOSAL, key, closing);
      overlay.put(OPEN_PROPOSAL, name, undefined);
      continue;
    }
    const before = readApprovals(bytes(blob));
    const after = withApproval(before, event);
    const changed = [...key, status, transaction, writeApprovals(after), closed, ...position] as SqlValue[];
    overlay.put(PROPOSAL, key, changed);
    replaceSet(overlay, PROPOSAL_ACTOR, actorRows(key, before), actorRows(key, after));
  }
}

const nameKey = ({ proposer, name }: ProposalKey): Row => [ordered(proposer), ordered(name)];

function actorRows(key: Row, { requested, provided }: Approvals): Row[] {
  const actors = new Set([...requested, ...provided].map(({ actor }) => actor));
  return [...actors].map((actor) => [ordered(actor), ...key]);
}
