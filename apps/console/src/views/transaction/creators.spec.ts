import fc from 'fast-check';
import { creatorsOf } from './creators';

/** An action that a contract executes: the accounts it notifies, and the actions that it and each of them send. */
interface Planned {
  readonly sends: readonly Planned[];
  readonly notified: readonly { readonly sends: readonly Planned[] }[];
}

interface Executed {
  readonly action_ordinal: number;
  readonly creator_action_ordinal: number;
  readonly receipts: {
    readonly receiver: string;
    readonly global_sequence: number;
    readonly recv_sequence: number;
    readonly auth_sequence: [];
  }[];
  /** The action that caused it. */
  readonly cause: number;
}

/**
 * Executes actions as nodeos does: ordinals are given out when an action is sent or an account is notified, then the
 * notified accounts run, then what was sent. Source: apply_context::exec and schedule_action of nodeos.
 */
function executed(planned: readonly Planned[]): Executed[] {
  let [ordinals, sequence] = [0, 0];
  const actions: Executed[] = [];
  const schedule = (plan: Planned, creator: number, cause: number) => {
    const action = { action_ordinal: ++ordinals, creator_action_ordinal: creator, receipts: [], cause };
    actions.push(action);
    return { plan, action: action as Executed };
  };
  const receipt = (action: Executed, receiver: string) =>
    action.receipts.push({ receiver, global_sequence: ++sequence, recv_sequence: 1, auth_sequence: [] });
  const run = ({ plan, action }: ReturnType<typeof schedule>): void => {
    const own = action.action_ordinal;
    receipt(action, 'contract');
    const notified = plan.notified.map(({ sends }) => ({ sends, ordinal: ++ordinals }));
    const sent = plan.sends.map((each) => schedule(each, own, own));
    for (const { sends, ordinal } of notified) {
      receipt(action, 'notified');
      sent.push(...sends.map((each) => schedule(each, ordinal, own)));
    }
    for (const each of sent) run(each);
  };
  for (const each of planned.map((plan) => schedule(plan, 0, 0))) run(each);
  return actions;
}

const { plan } = fc.letrec<{ plan: Planned; plans: Planned[] }>((tie) => ({
  plans: fc.oneof(
    { depthSize: 'small' },
    fc.constant<Planned[]>([]),
    fc.array(tie('plan'), { maxLength: 2 }),
  ),
  plan: fc.record({
    sends: tie('plans'),
    notified: fc.array(fc.record({ sends: tie('plans') }), { maxLength: 3 }),
  }),
}));

describe('the actions that caused actions', () => {
  it('each action is below the one that caused it, also by an account that was notified', () => {
    fc.assert(
      fc.property(fc.array(plan, { minLength: 1, maxLength: 3 }), (plans) => {
        const actions = executed(plans);
        expect([...creatorsOf(actions)]).toEqual(actions.map((each) => [each.action_ordinal, each.cause]));
      }),
    );
  });

  it('an order that trades is below nothing, and the payments of the notified exchange are below it', () => {
    const receiptsOf = (first: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...{ receiver: '', recv_sequence: 1, auth_sequence: [] },
        global_sequence: first + index,
      }));
    const actions = [
      { action_ordinal: 1, creator_action_ordinal: 0, receipts: receiptsOf(1, 3) },
      { action_ordinal: 4, creator_action_ordinal: 3, receipts: receiptsOf(4, 3) },
      { action_ordinal: 5, creator_action_ordinal: 3, receipts: receiptsOf(7, 3) },
      { action_ordinal: 8, creator_action_ordinal: 6, receipts: receiptsOf(10, 1) },
    ];
    expect([...creatorsOf(actions)]).toEqual([
      [1, 0],
      [4, 1],
      [5, 1],
      [8, 4],
    ]);
  });

  it('an action of an unknown cause is one of the transaction', () => {
    expect([...creatorsOf([{ action_ordinal: 5, creator_action_ordinal: 3, receipts: [] }])]).toEqual([
      [5, 0],
    ]);
  });
});
