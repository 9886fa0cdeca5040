import { IntegerField } from '@app/tooling';
import { DEFAULT_POOL } from '../../lookups/pools/share-tokens';

/** Which pool a tool is about. */
export function PoolField(): PropertyDecorator {
  return IntegerField({
    default: DEFAULT_POOL,
    description: 'Lending pool; get_pool_stats lists them',
    example: DEFAULT_POOL,
  });
}
