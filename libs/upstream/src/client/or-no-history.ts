import { NodeAnswerError, NoHistoryError, UpstreamUnavailableError } from '../node/errors';
import type { NodeCaller } from '../pool/node-caller';

/** Statuses of a server that does not know a route, or not with this method. */
const UNKNOWN_ROUTE: ReadonlySet<number> = new Set([404, 405, 501]);

/**
 * The answer of an index. A node that lacks the route is asked only where no node that has it is fit.
 * @throws NoHistoryError where no node is known to have it; UpstreamUnavailableError where one is, and is not fit
 */
export async function orNoHistory<T>(caller: NodeCaller, route: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof NodeAnswerError) || !UNKNOWN_ROUTE.has(error.httpStatus)) throw error;
    const hasIndex = caller.pool.status().some(({ capabilities }) => capabilities.includes('v2'));
    throw hasIndex
      ? new UpstreamUnavailableError(caller.network, [])
      : new NoHistoryError(caller.network, route);
  }
}
