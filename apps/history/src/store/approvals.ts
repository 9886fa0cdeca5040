import type { ProposalApproval, ProposalEvent } from '../derive/block-writes';
import type { PermissionLevel } from '../derive/name';

/** The two lists of a proposal. */
export interface Approvals {
  readonly requested: readonly ProposalApproval[];
  readonly provided: readonly ProposalApproval[];
}

export type ApprovalEvent = Extract<ProposalEvent, { kind: 'approved' | 'unapproved' | 'approvals' }>;

export const isApproval = (event: ProposalEvent): event is ApprovalEvent =>
  event.kind === 'approved' || event.kind === 'unapproved' || event.kind === 'approvals';

/** The lists after an approval, its withdrawal, or the row of the contract. */
export function withApproval(lists: Approvals, event: ApprovalEvent): Approvals {
  switch (event.kind) {
    case 'approvals':
      return { requested: event.requested, provided: event.provided };
    case 'approved':
      return {
        requested: without(lists.requested, event.level),
        provided: [
          ...without(lists.provided, event.level),
          { ...levelOf(event.level), timeMs: event.timeMs },
        ],
      };
    case 'unapproved':
      return {
        requested: [
          ...without(lists.requested, event.level),
          { ...levelOf(event.level), timeMs: event.timeMs },
        ],
        provided: without(lists.provided, event.level),
      };
  }
}

export const notYetApproved = (levels: readonly PermissionLevel[]): ProposalApproval[] =>
  levels.map((level) => ({ ...levelOf(level), timeMs: 0 }));

const levelOf = ({ actor, permission }: PermissionLevel): PermissionLevel => ({ actor, permission });

const without = (approvals: readonly ProposalApproval[], level: PermissionLevel): ProposalApproval[] =>
  approvals.filter(({ actor, permission }) => actor !== level.actor || permission !== level.permission);
