import { struct } from '../../../apps/devchain/src/kernel/sdk/abi/containers';
import { uint64 } from '../../../apps/devchain/src/kernel/sdk/abi/integers';
import { name, string } from '../../../apps/devchain/src/kernel/sdk/abi/scalars';
import { action, actionReturning, onNotify } from '../../../apps/devchain/src/kernel/sdk/action';
import { actionSignature } from '../../../apps/devchain/src/kernel/sdk/action-signature';
import { contract } from '../../../apps/devchain/src/kernel/sdk/contract';
import { fail } from '../../../apps/devchain/src/kernel/sdk/check';
import type { ActionTrace, TransactionTrace } from '../../../apps/devchain/src/kernel/execution/trace';
import { actionOf } from '../../../apps/devchain/src/client/action';
import { InProcessChain } from '../../harness/chain/in-process-chain';

const noArgs = {};
const parent = actionSignature(struct('parent', noArgs));
const seq = actionSignature(struct('seq', noArgs));
const leaf = actionSignature(struct('leaf', { label: string }));
const dive = actionSignature(struct('dive', { depth: uint64 }));
const twice = actionSignature(struct('twice', { who: name }));
const add = actionSignature(struct('add', { left: uint64, right: uint64 }));
const foreign = actionSignature(struct('foreign', { actor: name }));
const broken = actionSignature(struct('broken', noArgs));

/** Acts; `listener` is notified of it. */
const actor = contract({
  account: 'actor',
  tables: [],
  actions: [
    action(parent, (context) => {
      context.inline('actor', seq, {});
      context.inline('actor', leaf, { label: 'B' });
    }),
    action(seq, (context) => {
      context.inline('actor', leaf, { label: 'A1' });
      context.notify('listener');
    }),
    action(leaf, (context, { label }) => {
      context.print(`${label} from ${context.sender}`);
    }),
    action(dive, (context, { depth }) => {
      if (depth > 0n) context.inline('actor', dive, { depth: depth - 1n });
    }),
    action(twice, (context, { who }) => {
      context.notify(who);
      context.notify('actor');
      context.notify(who);
    }),
    actionReturning(add, uint64, (_, { left, right }) => left + right),
    action(foreign, (context, { actor }) => {
      context.inline('actor', leaf, { label: 'x' }, [{ actor, permission: 'active' }]);
    }),
    action(broken, (context) => {
      context.print('so far, so good');
      fail('no further');
    }),
  ],
});

const listener = contract({
  account: 'listener',
  tables: [],
  actions: [],
  notify: [
    onNotify('actor', seq, (context) => {
      context.inline('actor', leaf, { label: 'X' });
    }),
    onNotify('*', twice, (context) => {
      context.print(
        `${context.firstReceiver}: ${String(context.hasAuth('alice'))} ${String(context.hasAuth('listener'))}`,
      );
      context.notify('carol');
    }),
  ],
});

const kernel = new InProcessChain({ contracts: [actor, listener] });

/** Traces in the order of execution. */
function executed({ actionTraces }: TransactionTrace): ActionTrace[] {
  return [...actionTraces].sort((left, right) => sequence(left) - sequence(right));
}

function sequence({ receipt }: ActionTrace): number {
  return receipt?.globalSequence ?? Infinity;
}

function consoleLines(trace: TransactionTrace): string[] {
  return executed(trace).map(({ act: { name: action }, receiver, console }) =>
    `${receiver}:${action} ${console}`.trim(),
  );
}

describe('action execution', () => {
  it('the chain runs an action, then its notifications, then their inline actions, depth first', () => {
    const trace = kernel.push([actionOf('actor', parent, {}, 'alice')]);
    expect(consoleLines(trace)).toEqual([
      'actor:parent',
      'actor:seq',
      'listener:seq',
      'actor:leaf A1 from actor',
      'actor:leaf X from listener',
      'actor:leaf B from actor',
    ]);
  });

  it('the chain sets ordinal, creator ordinal and closest unnotified ancestor of each trace', () => {
    const { actionTraces } = kernel.push([actionOf('actor', parent, {}, 'alice')]);
    expect(
      actionTraces.map((trace) => [
        trace.ordinal,
        trace.creatorOrdinal,
        trace.closestUnnotifiedAncestorOrdinal,
        `${trace.receiver}:${trace.act.name}`,
      ]),
    ).toEqual([
      [1, 0, 0, 'actor:parent'],
      [2, 1, 1, 'actor:seq'],
      [3, 1, 1, 'actor:leaf'],
      [4, 2, 2, 'actor:leaf'],
      [5, 2, 2, 'listener:seq'],
      [6, 5, 2, 'actor:leaf'],
    ]);
  });

  it('the chain notifies an account once, never the receiver, and notified accounts may notify others', () => {
    const trace = kernel.push([actionOf('actor', twice, { who: 'listener' }, 'alice')]);
    expect(consoleLines(trace)).toEqual(['actor:twice', 'listener:twice actor: true false', 'carol:twice']);
  });

  it('the chain increments the sequences of receivers and authorizers', () => {
    const [first, second] = [
      kernel.push([actionOf('actor', leaf, { label: '' }, 'alice')]),
      kernel.push([actionOf('actor', twice, { who: 'listener' }, 'alice')]),
    ].map((trace) => executed(trace).map(({ receipt }) => receipt!)) as [ReceiptList, ReceiptList];
    const before = first[0]!;
    expect(second.map(({ globalSequence }) => globalSequence - before.globalSequence)).toEqual([1, 2, 3]);
    expect(second[0]!.recvSequence).toBe(before.recvSequence + 1);
    // Every receiver counts for the authorizer, notified ones included.
    expect(second.map(({ authSequence }) => authSequence[0]![1] - before.authSequence[0]![1])).toEqual([
      1, 2, 3,
    ]);
    expect(second.map(({ abiSequence }) => abiSequence)).toEqual([1, 1, 1]);
  });

  it('the chain allows four levels of inline actions', () => {
    expect(kernel.push([actionOf('actor', dive, { depth: 4n }, 'alice')]).actionTraces).toHaveLength(5);
    const refusal = kernel.refusal([actionOf('actor', dive, { depth: 5n }, 'alice')]);
    expect(refusal.code).toBe(3040000);
    expect(refusal.details).toEqual(['max inline action depth per transaction reached']);
  });

  it('the chain returns the return value of an action, whose type is in the ABI', () => {
    const { actionTraces } = kernel.push([actionOf('actor', add, { left: 2n, right: 40n }, 'alice')]);
    expect(Buffer.from(actionTraces[0]!.returnValue).toString('hex')).toBe('2a00000000000000');
    const results = kernel.chain.abi('actor')!.parsed.action_results;
    expect(results.map(({ name: action, result_type }) => [String(action), result_type])).toEqual([
      ['add', 'uint64'],
    ]);
  });

  it('the chain lets a contract authorize actions for itself only', () => {
    expect(kernel.push([actionOf('actor', foreign, { actor: 'actor' }, 'alice')]).actionTraces).toHaveLength(
      2,
    );
    for (const actor of ['alice', 'bob', 'listener']) {
      const refusal = kernel.refusal([actionOf('actor', foreign, { actor }, 'alice')]);
      expect(refusal.code).toBe(3090003);
      expect(refusal.details[0]).toContain(
        'provided permissions [{"actor":"actor","permission":"eosio.code"}]',
      );
    }
    expect(kernel.refusal([actionOf('actor', foreign, { actor: 'nosuch' }, 'alice')]).details[0]).toBe(
      "inline action's authorizing actor nosuch does not exist",
    );
  });

  it('the chain returns the traces of a failed transaction up to the failure', () => {
    const refusal = kernel.refusal([
      actionOf('actor', leaf, { label: 'ran' }, 'alice'),
      actionOf('actor', broken, {}, 'alice'),
    ]);
    expect(refusal.code).toBe(3050003);
    expect(refusal.details).toEqual([
      'assertion failure with message: no further',
      'actor <= actor::broken pending console output: so far, so good',
    ]);
    const [ran, failed] = refusal.trace!.actionTraces;
    expect(ran!.receipt).toBeDefined();
    expect(failed).toMatchObject({ console: 'so far, so good', except: refusal });
    expect(failed!.receipt).toBeUndefined();
    expect(refusal.trace!.receipt).toBeUndefined();
  });

  it('the chain refuses an action that the ABI does not have', () => {
    const unknown = { ...actionOf('actor', leaf, { label: '' }, 'alice'), name: 'nosuch' };
    expect(kernel.refusal([unknown]).code).toBe(3050004);
    // An account without code does nothing, and that succeeds.
    expect(kernel.push([{ ...unknown, account: 'bob' }]).actionTraces).toHaveLength(1);
  });

  it('the chain refuses truncated arguments', () => {
    const short = { ...actionOf('actor', add, { left: 1n, right: 2n }, 'alice'), data: '0100' };
    expect(kernel.refusal([short]).code).toBe(3050003);
  });
});

type ReceiptList = NonNullable<ActionTrace['receipt']>[];
