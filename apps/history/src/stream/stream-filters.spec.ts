import { numberOfDecimal } from '../answers/exact-number';
import { matchesFilters, type Operator } from './stream-filters';

const action = {
  block_num: 7,
  act: {
    name: 'transfer',
    authorization: [
      { actor: 'alice', permission: 'active' },
      { actor: 'carol', permission: 'pay' },
    ],
    data: { to: 'bob', amount: 5, memo: 'hello', quantity: '5.0000 USDT', flag: true, list: [[1], [2, 3]] },
  },
  receipts: [{ receiver: 'tether' }, { receiver: 'alice' }, { receiver: 'bob' }],
};
const row = { table: 'accounts', data: { balance: '1.0000 SYS' } };

describe('filters of a stream', () => {
  it.each([
    ['act.data.to', 'eq', 'bob', true],
    ['act.data.to', 'eq', 'alice', false],
    ['@transfer.to', 'eq', 'bob', true],
    ['data.to', 'eq', 'bob', true],
    ['act.name', 'ne', 'issue', true],
    ['act.data.amount', 'gt', '4.5', true],
    ['act.data.amount', 'gt', '5', false],
    ['act.data.amount', 'gte', '5', true],
    ['act.data.amount', 'lt', '10', true],
    ['block_num', 'lte', '6', false],
    ['act.data.memo', 'contains', 'ell', true],
    ['act.data.memo', 'starts_with', 'he', true],
    ['act.data.memo', 'ends_with', 'he', false],
    ['act.data.missing', 'ne', 'x', false],
    ['act.data', 'eq', '[object Object]', false],
    ['act.data.flag', 'eq', 'true', true],
    ['act.data.flag', 'eq', '1', true],
    ['act.data.flag', 'eq', 'false', false],
    ['act.data.flag', 'ne', '1', false],
    ['act.data.flag', 'ne', '0', true],
    ['@issue.to', 'eq', 'bob', false],
    ['receipts.receiver', 'eq', 'bob', true],
    ['receipts.receiver', 'eq', 'carol', false],
    ['receipts.receiver', 'ne', 'bob', true],
    ['receipts[1].receiver', 'eq', 'alice', true],
    ['receipts[1].receiver', 'eq', 'bob', false],
    ['receipts[3].receiver', 'eq', 'bob', false],
    ['act.authorization.actor', 'eq', 'carol', true],
    ['act.authorization.permission', 'eq', 'pay', true],
    ['notified', 'eq', 'alice', true],
    ['notified', 'eq', 'carol', false],
    ['act.data.list', 'eq', '3', true],
    ['act.data.list', 'gt', '3', false],
  ] as const)('the filter %s %s %s is %s', (field, operator: Operator, value, expected) => {
    expect(matchesFilters(action, [{ field, operator, value }], 'and')).toBe(expected);
  });

  it('filters compare amounts that a double cannot hold by every digit', () => {
    const amount = numberOfDecimal('9007199254.740993123456789012');
    const document = { act: { data: { amount } } };
    const holds = (operator: Operator, value: string): boolean =>
      matchesFilters(document, [{ field: 'act.data.amount', operator, value }], 'and');
    expect(holds('eq', '9007199254.740993123456789012')).toBe(true);
    expect(holds('gt', '9007199254.740993123456789011')).toBe(true);
    expect(holds('gt', '9007199254.740993123456789012')).toBe(false);
    expect(holds('lt', '9007199254.740993123456789013')).toBe(true);
  });

  it.each([
    ['act.data.quantity', 'gt', '1', 'USDT', true],
    ['act.data.quantity', 'gt', '5', 'USDT', false],
    ['act.data.quantity', 'eq', '5.0', 'USDT', true],
    ['act.data.quantity', 'ne', '5', 'USDT', false],
    ['act.data.quantity', 'gt', '1', 'USD', false],
    ['act.data.quantity', 'ne', '1', 'USD', false],
    ['act.data.memo', 'ne', '1', 'USDT', false],
    ['act.data.amount', 'gt', '1', 'USDT', false],
  ] as const)('the filter %s %s %s of the asset %s is %s', (field, operator, value, asset, expected) => {
    expect(matchesFilters(action, [{ field, operator, value, asset }], 'and')).toBe(expected);
  });

  it('filters of rows name members of their data', () => {
    const filter = { field: '@accounts.balance', operator: 'ends_with', value: ' SYS' } as const;
    expect(matchesFilters(row, [filter], 'and')).toBe(true);
    expect(matchesFilters(row, [{ ...filter, field: '@stat.balance' }], 'and')).toBe(false);
  });

  it('filters are combined by and, or by or', () => {
    const [right, wrong] = ['bob', 'alice'].map((value) => ({
      field: 'act.data.to',
      operator: 'eq' as const,
      value,
    }));
    expect(matchesFilters(action, [right!, wrong!], 'and')).toBe(false);
    expect(matchesFilters(action, [right!, wrong!], 'or')).toBe(true);
    expect(matchesFilters(action, [], 'or')).toBe(true);
  });
});
