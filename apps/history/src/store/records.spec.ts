import { boundedTotal } from './records';

test.each([
  [{ value: 37, relation: 'gte' }, 10_000, { value: 37, relation: 'gte' }],
  [{ value: 37, relation: 'eq' }, 10_000, { value: 37, relation: 'eq' }],
  [{ value: 37, relation: 'gte' }, Infinity, { value: 37, relation: 'gte' }],
  [{ value: 37, relation: 'eq' }, 10, { value: 10, relation: 'gte' }],
  [{ value: 10, relation: 'eq' }, 10, { value: 10, relation: 'eq' }],
] as const)('a total %j bounded by %d is %j', (total, countUpTo, bounded) => {
  expect(boundedTotal(total, countUpTo)).toEqual(bounded);
});
