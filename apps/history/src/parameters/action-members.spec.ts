import { memberConditions } from './action-members';

test('@transfer.to, a name of Hyperion, is the condition transfer.to', () => {
  const conditions = memberConditions({ 'transfer.to': 'bob' });
  expect(conditions.fields).toHaveLength(1);
  expect(memberConditions({ '@transfer.to': 'bob' })).toEqual(conditions);
});

test.each(['@timestamp', 'sortedBy', 'match_fuzziness', 'match_operator', '@transfer.memo'])(
  'the parameter %s of Hyperion is refused by name, as its answer would have other actions',
  (parameter) => {
    expect(() => memberConditions({ [parameter]: 'bob' })).toThrow(
      parameter.replace('@transfer', 'transfer'),
    );
  },
);
