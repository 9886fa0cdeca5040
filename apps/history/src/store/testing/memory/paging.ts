import type { PageQuery } from '../../queries';
import type { Page } from '../../records';

export const pageOf = <T>(items: readonly T[], { skip, limit }: PageQuery): Page<T> => ({
  items: items.slice(skip, skip + limit),
  total: { value: items.length, relation: 'eq' },
});
