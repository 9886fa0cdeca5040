import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { badRequest } from './history-error';

type Words = Readonly<Record<string, string>>;

const WHOLE_VALUES = 'values are compared as a whole';

/** Parameters of Hyperion that no route of /v2 has, and what there is instead. */
const NOWHERE: Words = {
  match_fuzziness: WHOLE_VALUES,
  match_operator: WHOLE_VALUES,
};

/** Parameters that get_actions alone has. */
const OF_ACTIONS: Words = {
  '@timestamp': 'after and before take times',
  sortedBy: 'the order of a list is documented, sort turns that of deltas round',
};

/** Parameters of Hyperion that other routes have. */
const NOT_HERE: Readonly<Record<string, Words>> = {
  '/v2/history/get_deltas': { block_id: 'block_num is', timestamp: 'after and before take times' },
  '/v2/history/get_schedule': { sort: 'the newest schedule that matches is answered' },
  '/v2/state/get_links': { permissions: 'permission is' },
};

/** Its conditions on members have names of their own: see action-members.ts. */
const GET_ACTIONS = '/v2/history/get_actions';

/**
 * Refuses what an answer would otherwise leave out without a word: a known parameter of Hyperion that is not served,
 * where members are no conditions, the name of one, and the names by which clients send lists (`account[]`). Other unknown
 * parameters are ignored: browsers and proxies add their own.
 * @throws HistoryError naming the parameter
 */
export function requireServed(path: string, names: readonly string[]): void {
  const words = { ...NOWHERE, ...(path === GET_ACTIONS ? {} : OF_ACTIONS), ...NOT_HERE[path] };
  for (const name of names) {
    if (name.includes('['))
      throw badRequest(`${name}: is not served; parameters are no lists and no objects`);
    if (Object.hasOwn(words, name)) throw badRequest(`${name}: is not served; ${words[name]}`);
    if (path !== GET_ACTIONS && /^@|\./.test(name))
      throw badRequest(`${name}: is not served; members are no conditions of ${path}`);
  }
}

/** Checks the names of the parameters of every route of /v2. */
export class ServedParameters implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { path, query } = context.switchToHttp().getRequest<Request>();
    if (path.startsWith('/v2/')) requireServed(path, Object.keys(query));
    return true;
  }
}
