import { numberOfDecimal } from '../answers/exact-number';
import { matchesFilters, type Operator } from './stream-filters';

const action = { block_num: 7, act: { name: 'transfer', data: { to: 'bob', amount: 5, memo: 'hello' } } };
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

  it('filters of rows name members of their data', () => {
    const filter = { field: '@accounts.balance', operator: 'ends_with', value: ' SYS' } as const;
    expect(matchesFilters(row, [filter], 'and')).toBe(true);
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
