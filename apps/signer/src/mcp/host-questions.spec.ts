import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { HOST_ANSWERS_MS, HostQuestions } from './host-questions';

type Context = Pick<ServerContext, 'mcpReq'>;

const QUESTION = { request: 'one', question: 'ab'.repeat(32), text: 'pays\u200b 6 USDT to bob' };
const FORMS = { elicitation: { form: {} } };
const YES = { approve: { action: 'accept', content: { approve: true } } };

const context = (state?: string, inputResponses?: Record<string, unknown>): Context =>
  ({ mcpReq: { requestState: () => state, inputResponses } }) as unknown as Context;

describe('questions to the host of an agent', () => {
  let host: HostQuestions;
  beforeEach(() => {
    host = new HostQuestions();
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const ask = (question = QUESTION): InputRequiredResult | undefined => host.ask(context(), FORMS, question);
  const stateOf = (asked: InputRequiredResult | undefined): string => asked!.requestState!;

  it('a call without an answer has none', () => {
    expect(host.replyIn(context(), 'one')).toEqual({ kind: 'none' });
  });

  it('an accepted question is taken once, by its state', () => {
    const state = stateOf(ask());
    const reply = () => host.replyIn(context(state, YES), 'one');
    expect(reply()).toEqual({ kind: 'accepted', question: QUESTION.question });
    expect(reply()).toEqual({ kind: 'refused' });
  });

  it('an answer that comes too late is refused', () => {
    const state = stateOf(ask());
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + HOST_ANSWERS_MS + 1);
    expect(host.replyIn(context(state, YES), 'one')).toEqual({ kind: 'refused' });
  });

  it.each<[string, string | undefined, Record<string, unknown> | undefined, string]>([
    ['of another request', 'own', YES, 'two'],
    ['without a state', undefined, YES, 'one'],
    ['with a state that was never given', 'other', YES, 'one'],
    ['of no response', 'own', undefined, 'one'],
    ['to another question', 'own', { other: YES.approve }, 'one'],
    ['that declines', 'own', { approve: { action: 'decline' } }, 'one'],
    ['with other content', 'own', { approve: { action: 'accept', content: { approve: 1 } } }, 'one'],
  ])('an answer %s is refused, and ends the question', (_, kind, responses, request) => {
    const own = stateOf(ask());
    const state = kind === 'own' ? own : kind;
    expect(host.replyIn(context(state, responses), request)).toEqual({ kind: 'refused' });
    if (kind === 'own') expect(host.replyIn(context(own, YES), 'one')).toEqual({ kind: 'refused' });
  });

  it('a question is shown once, with invisible characters written out, and at most ten within an hour', () => {
    expect(JSON.stringify(ask())).toContain('pays\\\\u200b 6 USDT');
    expect(ask()).toBeUndefined();
    for (let at = 1; at < 10; at += 1) expect(ask({ ...QUESTION, request: `next-${at}` })).toBeDefined();
    expect(ask({ ...QUESTION, request: 'eleventh' })).toBeUndefined();
  });

  it.each<[string, object | undefined, boolean]>([
    ['no capability', {}, false],
    ['no capabilities', undefined, false],
    ['addresses alone', { elicitation: { url: {} } }, false],
    ['forms', FORMS, true],
    ['the form of before modes', { elicitation: {} }, true],
  ])('a client with %s is asked or left alone', (_, declared, isAsked) => {
    expect(host.ask(context(), declared, QUESTION) !== undefined).toBe(isAsked);
  });
});
