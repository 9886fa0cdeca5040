import { memberConditions } from './action-members';

test('@transfer.to, a name of Hyperion, is the condition transfer.to', () => {
  const conditions = memberConditions({ 'transfer.to': 'bob' });
  expect(conditions.fields).toHaveLength(1);
  expect(memberConditions({ '@transfer.to': 'bob' })).toEqual(conditions);
});

test('@transfer.memo, a member of Hyperion that is not indexed here, is refused by name', () => {
  expect(() => memberConditions({ '@transfer.memo': 'bob' })).toThrow('transfer.memo');
});
