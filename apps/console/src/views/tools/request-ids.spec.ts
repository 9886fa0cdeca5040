import type { ToolForm } from '../../gateway/tool-forms';
import { noteIntention, withNewRequestId, withRequestId } from './request-ids';

const field = (name: string): ToolForm['fields'][number] => ({
  name,
  kind: 'text',
  isRequired: false,
  help: '',
  choices: [],
});
let forms = 0;

/** A form of a tool of its own: what other cases sent is known for the page. */
const newForm = (): ToolForm => ({
  name: `tool_${++forms}`,
  ...{ title: '', description: '', kind: 'compose', area: '', example: {} },
  fields: ['to', 'amount', 'request_id'].map(field),
});

describe('the request id of a form', () => {
  it('a form begins with a request id that is hard to guess', () => {
    const form = newForm();
    const ids = Array.from({ length: 100 }, () => withRequestId('mainnet', form, {})['request_id']);
    expect(new Set(ids).size).toBe(100);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9._:-]{10,64}$/);
  });

  it('a form that was not sent keeps its id while it is filled in', () => {
    const form = newForm();
    const begun = withRequestId('mainnet', form, {});
    const filled = withRequestId('mainnet', form, { ...begun, to: 'bob' });
    expect(filled).toEqual({ to: 'bob', request_id: begun['request_id'] });
  });

  it('another intention has another id, and the same one that of before, in whatever order it was written', () => {
    const form = newForm();
    const bob = withRequestId('mainnet', form, { to: 'bob', amount: '1' });
    noteIntention('mainnet', form, bob);
    const carol = withRequestId('mainnet', form, { ...bob, to: 'carol' });
    expect(carol['request_id']).not.toBe(bob['request_id']);
    noteIntention('mainnet', form, carol);
    expect(withRequestId('mainnet', form, { ...carol, to: 'bob' })).toEqual(bob);
    expect(withRequestId('mainnet', form, { amount: '1', to: 'bob' })['request_id']).toBe(bob['request_id']);
  });

  it('a field that was emptied is as one that was never filled in', () => {
    const form = newForm();
    const sent = withRequestId('mainnet', form, { to: 'bob' });
    noteIntention('mainnet', form, sent);
    expect(withRequestId('mainnet', form, { to: 'bob', amount: '' })['request_id']).toBe(sent['request_id']);
  });

  it('the same fields of another network or tool are another intention', () => {
    const form = newForm();
    const sent = withRequestId('mainnet', form, { to: 'bob' });
    noteIntention('mainnet', form, sent);
    for (const [network, other] of [
      ['testnet', form],
      ['mainnet', newForm()],
    ] as const)
      expect(withRequestId(network, other, { to: 'bob' })['request_id']).not.toBe(sent['request_id']);
  });

  it('a new id for the same fields is kept for them', () => {
    const form = newForm();
    const sent = withRequestId('mainnet', form, { to: 'bob' });
    noteIntention('mainnet', form, sent);
    const renewed = withNewRequestId('mainnet', form, sent);
    expect(renewed['request_id']).not.toBe(sent['request_id']);
    expect(withRequestId('mainnet', form, renewed)).toEqual(renewed);
  });

  it('an id that was deleted is not made again, and a form that composes nothing has none', () => {
    const form = newForm();
    const deleted = { to: 'bob', request_id: '' };
    noteIntention('mainnet', form, deleted);
    expect(withRequestId('mainnet', form, deleted)).toEqual(deleted);
    expect(withRequestId('mainnet', { ...form, kind: 'read' }, { to: 'bob' })).toEqual({ to: 'bob' });
  });
});
