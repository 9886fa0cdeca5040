import type { ReadCache } from '../cache/read-cache';
import { NodeAnswerError, NoHistoryError, UpstreamUnavailableError } from '../node/errors';
import { classifyResponse } from '../node/node-reply';
import type { NodeRequest } from '../node/node-request';
import type { NodeCaller } from '../pool/node-caller';
import { type IndexedActions, readIndexedActions } from './answers/indexed-actions';
import { type IndexedCandles, readIndexedCandles } from './answers/indexed-candles';

const GET_ACTIONS = '/v2/history/get_actions';
const GET_CANDLES = '/v2/history/get_candles';
/** Statuses of a server that does not know a route, or not with this method. */
const UNKNOWN_ROUTE: ReadonlySet<number> = new Set([404, 405, 501]);

/** The index that history nodes of one network keep, typed. Equal reads of the same moment are one request. */
export class HistoryIndex {
  constructor(
    private readonly caller: NodeCaller,
    private readonly reads: ReadCache,
  ) {}

  /**
   * Actions, newest first. A node that lacks the route is asked only where no node that has it is fit.
   * @param conditions parameters of /v2/history/get_actions, `account` and `limit` among them
   * @throws NoHistoryError where every node is known to keep no index; UpstreamUnavailableError where one may keep it,
   *   and is not fit
   */
  actions(conditions: Readonly<Record<string, string>>): Promise<IndexedActions> {
    const request = requestOf(GET_ACTIONS, { ...conditions, sort: 'desc' });
    return this.reads.read(request.path, async () => {
      try {
        const { json, bytes, headBlock } = await this.caller.readJson(request);
        return { value: readIndexedActions(json), bytes, headBlock };
      } catch (error) {
        if (!isUnknownRoute(error)) throw error;
        throw this.caller.pool.lacks('v2')
          ? new NoHistoryError(this.caller.network, GET_ACTIONS)
          : new UpstreamUnavailableError(this.caller.network, []);
      }
    });
  }

  /**
   * Candles of a pair. An index may lack them: then the next node that keeps an index is asked.
   * @param conditions parameters of /v2/history/get_candles
   * @throws NoHistoryError when no node that answers serves the route
   */
  candles(conditions: Readonly<Record<string, string>>): Promise<IndexedCandles> {
    const request = requestOf(GET_CANDLES, conditions);
    return this.reads.read(request.path, async () => {
      const { reply, node } = await this.caller.readBytes(request, isUnknownRoute);
      try {
        const value = readIndexedCandles(classifyResponse(node.label, reply));
        return { value, bytes: reply.bytes.length, headBlock: reply.headBlock };
      } catch (error) {
        throw isUnknownRoute(error) ? new NoHistoryError(this.caller.network, GET_CANDLES) : error;
      }
    });
  }
}

const isUnknownRoute = (error: unknown): boolean =>
  error instanceof NodeAnswerError && UNKNOWN_ROUTE.has(error.httpStatus);

function requestOf(route: string, conditions: Readonly<Record<string, string>>) {
  const path = `${route}?${new URLSearchParams(conditions).toString()}`;
  return { method: 'GET', path, route, call: 'history', capability: 'v2' } as const satisfies NodeRequest;
}
