import type { PageQuery } from '../../../../apps/history/src/store/queries';
import type { Page } from '../../../../apps/history/src/store/records';

export const slicePage = <T>(items: readonly T[], { skip, limit }: PageQuery): Page<T> => ({
  items: items.slice(skip, skip + limit),
  total: { value: items.length, relation: 'eq' },
});
