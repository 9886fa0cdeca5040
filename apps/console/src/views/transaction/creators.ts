import type { TracedAction } from './transaction-answer';

type Traced = Pick<TracedAction, 'action_ordinal' | 'creator_action_ordinal' | 'receipts'>;

/** When the contract of an action executed it: before those that it notified. */
const executedAt = ({ receipts = [] }: Traced): bigint =>
  receipts
    .map((each) => BigInt(each.global_sequence))
    .reduce((one, other) => (one < other ? one : other), 2n ** 64n);

/**
 * The listed action that caused each action, by their ordinals; 0: the transaction itself.
 *
 * A notified account has an ordinal as well, and can send actions, but history nodes list it as a receipt of the action
 * alone. Nodes give out ordinals while they execute, and accounts are notified right after the contract of the action:
 * the ordinals that are not listed belong to the notifications of the actions in the order in which these were executed.
 */
export function creatorsOf(actions: readonly Traced[]): ReadonlyMap<number, number> {
  const listed = new Set(actions.map(({ action_ordinal }) => action_ordinal));
  const last = Math.max(0, ...listed);
  const notified = Array.from({ length: last }, (_, index) => index + 1).filter((each) => !listed.has(each));
  const inOrder = [...actions].sort((one, other) => (executedAt(one) < executedAt(other) ? -1 : 1));
  const causes = inOrder.flatMap(({ action_ordinal, receipts = [] }) =>
    receipts.slice(1).map(() => action_ordinal),
  );
  const causeOf = (creator: number): number =>
    listed.has(creator) ? creator : (causes[notified.indexOf(creator)] ?? 0);
  return new Map(
    actions.map(({ action_ordinal, creator_action_ordinal: creator }) => [
      action_ordinal,
      creator === 0 ? 0 : causeOf(creator),
    ]),
  );
}
