import { NodeAnswerError, NodeFailure } from '../node/errors';
import type { ServedReply } from '../pool/node-caller';
import type { SendResult } from './push-facts';
import { maySetAbi, replyTo } from './push-reply';

const LOCATION = { blockNum: 7, blockTimeMs: 1_000 };
const ERROR = new NodeAnswerError(500, 3_050_003, 'eosio_assert_message_exception', 'too small');
const executed: SendResult = { kind: 'executed', location: LOCATION };
const duplicate: SendResult = { kind: 'duplicate' };
const lost: SendResult = { kind: 'unacknowledged' };
const refused: SendResult = { kind: 'refused', error: ERROR };
const down: SendResult = {
  kind: 'not-reached',
  failure: new NodeFailure('node', 'is down', { mayHaveArrived: false }),
};

/** Stands for the bytes of the answer of each send. */
const served = new Map(
  [executed, duplicate, refused, lost].map((send) => [send, { of: send.kind } as unknown as ServedReply]),
);
const outcome = (status: 'executed' | 'already_executed' | 'unknown') =>
  ({ kind: 'outcome', outcome: { status, ...LOCATION } }) as const;

describe('the answer to a push', () => {
  it.each([
    ['an execution', outcome('executed'), [down, executed], executed],
    ['a refusal', { kind: 'refused', error: ERROR } as const, [refused], refused],
    ['a duplicate of an earlier push', outcome('already_executed'), [down, duplicate], duplicate],
    [
      'a duplicate of an earlier push before a lost answer',
      outcome('already_executed'),
      [duplicate, lost],
      duplicate,
    ],
  ])('the answer to a push after %s is that of the node', (_, result, sent, expected) => {
    expect(replyTo(result, sent, served)).toEqual({ kind: 'reply', served: served.get(expected) });
  });

  it.each([
    ['a lost answer and a look-up', outcome('executed'), [lost]],
    ['a duplicate of its own lost send', outcome('already_executed'), [lost, duplicate]],
    ['a refusal of a transaction that a look-up found', outcome('already_executed'), [refused]],
  ])('the answer to a push after %s says that it was executed', (_, result, sent) => {
    expect(replyTo(result, sent, served)).toEqual({ kind: 'executed', location: LOCATION });
  });

  it('the answer to a push is unknown while the outcome is', () => {
    expect(replyTo(outcome('unknown'), [lost, refused], served)).toEqual({ kind: 'unknown' });
  });
});

describe('maySetAbi', () => {
  const replied = (status: number, name: string, memo = '') => {
    const bytes = Buffer.from(
      JSON.stringify({ processed: { action_traces: [{ act: { name, data: { memo } } }] } }),
    );
    return { kind: 'reply', served: { reply: { status, bytes } } as unknown as ServedReply } as const;
  };

  it.each([
    ['traces with a setabi', replied(202, 'setabi'), true],
    ['traces with a memo that names it', replied(202, 'transfer', '"setabi"'), false],
    ['a refusal', replied(500, 'setabi'), false],
    ['an execution without traces', { kind: 'executed', location: LOCATION } as const, true],
    ['an unknown outcome', { kind: 'unknown' } as const, true],
  ])('maySetAbi of %s is what the traces leave open', (_, push, expected) => {
    expect(maySetAbi(push)).toBe(expected);
  });
});
