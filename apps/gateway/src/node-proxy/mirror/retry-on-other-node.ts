import type { IsElsewhere } from '@app/upstream';
import type { MirrorRoute } from './route';

const UNKNOWN_BLOCK = 3_100_002;
const HYPERION_UNKNOWN_BLOCK = 'block not found!';

/**
 * Whether another node may have what one refused: a route that it does not serve, or a block that exists and that it
 * pruned or has not received. A number above the head is unknown to every node.
 */
export function retriesOnOtherNode(
  { cache }: MirrorRoute,
  parameters: Readonly<Record<string, unknown>> | undefined,
  headBlock: number,
): IsElsewhere {
  return ({ httpStatus, code, reason }) => {
    const block = cache.kind === 'block' && parameters !== undefined ? cache.blockOf(parameters) : undefined;
    const mayExist = block !== undefined && ('id' in block || block.number <= headBlock);
    const isUnknownBlock = code === UNKNOWN_BLOCK || reason === HYPERION_UNKNOWN_BLOCK;
    return (httpStatus === 404 && (block === undefined || mayExist)) || (isUnknownBlock && mayExist);
  };
}
