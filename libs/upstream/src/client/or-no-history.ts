import { NodeAnswerError, NoHistoryError, UpstreamUnavailableError } from '../node/errors';
import type { NodeCaller } from '../pool/node-caller';

/** Statuses of a server that does not know a route, or not with this method. */
const UNKNOWN_ROUTE: ReadonlySet<number> = new Set([404, 405, 501]);

/**
 * The answer of an index. A node that lacks the route is asked only where no node that has it is fit.
 * @param isOptional an index may lack the route
 * @throws NoHistoryError where every node is known to lack it; UpstreamUnavailableError where one may have it, and is
 *   not fit
 */
export async function orNoHistory<T>(
  caller: NodeCaller,
  route: string,
  answer: Promise<T>,
  isOptional = false,
): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof NodeAnswerError) || !UNKNOWN_ROUTE.has(error.httpStatus)) throw error;
    throw isOptional || caller.pool.lacks('v2')
      ? new NoHistoryError(caller.network, route)
      : new UpstreamUnavailableError(caller.network, []);
  }
}
