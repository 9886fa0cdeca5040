import { IntegerField } from '@app/tooling';

/** The pool of the TPF shares, which tools use unless told otherwise. Source: docs/rules.md, lending. */
export const DEFAULT_POOL = 6;

/** Which pool a tool is about. */
export function PoolField(): PropertyDecorator {
  return IntegerField({
    default: DEFAULT_POOL,
    description: 'Lending pool; get_pool_stats lists them',
    example: DEFAULT_POOL,
  });
}
