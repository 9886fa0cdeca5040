import { actionText } from './action-text';

describe('actions in one line', () => {
  it('a transfer is a sentence with its memo', () => {
    const data = { from: 'alice', to: 'bob', quantity: '0.10000000 BTC', memo: 'a\u202Eb' };
    expect(actionText('transfer', data)).toBe('alice sends 0.10000000 BTC to bob, memo "a\\u{202e}b"');
    expect(actionText('transfer', { ...data, memo: '' })).toBe('alice sends 0.10000000 BTC to bob');
  });

  it('a memo is quoted: it does not end the sentence to begin another one', () => {
    const data = {
      from: 'alice',
      to: 'bob',
      quantity: '0.1 BTC',
      memo: '", bob sends 5 BTC to alice, memo "',
    };
    expect(actionText('transfer', data)).toBe(
      'alice sends 0.1 BTC to bob, memo "\\", bob sends 5 BTC to alice, memo \\""',
    );
  });

  it.each([
    [
      'transfer',
      { from: 'a', to: 'b and 9 BTC to c', quantity: '1 X' },
      'from: a, to: b and 9 BTC to c, quantity: 1 X',
    ],
    ['transfer', { from: 'a', to: 'b', quantity: '1 X to c' }, 'from: a, to: b, quantity: 1 X to c'],
    ['note', { text: 'a, to: bob', to: 'eve' }, 'text: "a, to: bob", to: eve'],
    ['borrowvar', { account: 'alice', pool_id: 6 }, 'account: alice, pool_id: 6'],
    ['setabi', 'ff00', 'ff00'],
    ['transfer', { from: 'alice' }, 'from: alice'],
    ['noop', null, 'null'],
  ])('the data of %s are its members', (name, data, text) => {
    expect(actionText(name, data)).toBe(text);
  });

  it('a long text ends with an ellipsis', () => {
    expect(actionText('note', { text: 'x'.repeat(500) })).toHaveLength(161);
  });
});
