import { MAX_TRACES, readActionTraces } from './action-traces';

const ACT = { account: 'token', name: 'transfer', authorization: [{ actor: 'alice' }], hex_data: '00ff' };
const TRACE = { receiver: 'token', act: ACT, action_ordinal: 1, creator_action_ordinal: 0 };
const ACTION = { receiver: 'token', contract: 'token', name: 'transfer', actors: ['alice'], data: '00ff' };

const answer = (...traces: unknown[]) => ({ processed: { action_traces: traces } });
const withAct = (members: object) => answer(TRACE, { ...TRACE, act: { ...ACT, ...members } });
const withTrace = (members: object) => answer(TRACE, { ...TRACE, ...members });

describe('readActionTraces', () => {
  it('readActionTraces reads the members of each trace, with the action that caused it', () => {
    const inline = { ...TRACE, receiver: 'bob', action_ordinal: 3, creator_action_ordinal: 2 };
    const second = { ...TRACE, action_ordinal: 2 };
    expect(readActionTraces(answer(TRACE, second, inline))).toEqual([
      { ...ACTION, root: 0 },
      { ...ACTION, root: 1 },
      { ...ACTION, receiver: 'bob', root: 1 },
    ]);
  });

  it.each([
    ['bytes in the place of decoded data', { hex_data: undefined, data: 'ab' }, { data: 'ab' }],
    ['bytes beside decoded data', { data: { memo: '' } }, {}],
    ['no actors', { authorization: [] }, { actors: [] }],
  ])('readActionTraces reads an action with %s', (_title, members, read) => {
    expect(readActionTraces(withAct(members))).toEqual([
      { ...ACTION, root: 0 },
      { ...ACTION, ...read, root: 0 },
    ]);
  });

  it('readActionTraces knows no cause where a node gives no ordinals', () => {
    expect(readActionTraces(answer({ receiver: 'token', act: ACT }))).toEqual([{ ...ACTION, root: null }]);
  });

  it.each<[string, unknown]>([
    ['no answer', null],
    ['a list', []],
    ['no processed', {}],
    ['processed that is no object', { processed: null }],
    ['no traces', { processed: {} }],
    ['traces that are no list', { processed: { action_traces: {} } }],
    ['a trace that is null', answer(TRACE, null)],
    ['a trace that is a list', answer(TRACE, [])],
    ['a receiver that is no name', withTrace({ receiver: 'Token' })],
    ['a receiver that is no text', withTrace({ receiver: 5 })],
    ['no act', withTrace({ act: null })],
    ['an ordinal that is a text', withTrace({ action_ordinal: '1' })],
    ['an ordinal below 0', withTrace({ action_ordinal: -1 })],
    ['an ordinal with a fraction', withTrace({ creator_action_ordinal: 0.5 })],
    ['an ordinal that is null', withTrace({ creator_action_ordinal: null })],
    ['a contract that is no name', withAct({ account: 'TOKEN' })],
    ['an action that is no name', withAct({ name: 'a.b.c.d.e.f.g.h' })],
    ['an action with the empty name', withAct({ name: '' })],
    ['no authorization', withAct({ authorization: undefined })],
    ['an authorization that is no list', withAct({ authorization: {} })],
    ['an authorization without an actor', withAct({ authorization: [{}] })],
    ['an authorization that is null', withAct({ authorization: [null] })],
    ['an actor that is no name', withAct({ authorization: [{ actor: 'Alice' }] })],
    ['no bytes', withAct({ hex_data: undefined, data: { memo: '' } })],
    ['half a byte', withAct({ hex_data: 'abc' })],
    ['digits that are no hex', withAct({ hex_data: 'zz' })],
    ['capital digits', withAct({ hex_data: 'AB' })],
    ['bytes that are no text', withAct({ hex_data: 12 })],
    ['more traces than a transaction has', answer(...Array.from({ length: MAX_TRACES + 1 }, () => TRACE))],
  ])('readActionTraces reads nothing of an answer with %s', (_title, raw) => {
    expect(readActionTraces(raw)).toBeNull();
  });
});
