import { REFUSED } from './fake-node';

/** An action of a history. */
export interface FakeAction {
  readonly id: string;
  /** Milliseconds. */
  readonly at: number;
  /** `account@permission`. */
  readonly by: string;
}

/** Ways in which a history differs from others. */
export interface Habits {
  /** Parameters that it does not know, and ignores. */
  readonly ignores?: readonly string[];
  /** Parameters that it refuses. */
  readonly refuses?: readonly string[];
  /** It has no index by actor, and finds nothing. */
  readonly findsNoActor?: boolean;
  /** Most actions of a page, whatever is asked for. */
  readonly page?: number;
  /** Most actions of the account and the time that it looks at for a search by actor. */
  readonly looksAt?: number;
  /** Both bounds are left out of an answer. */
  readonly isExclusive?: boolean;
}

/** The answer to `/v2/history/get_actions` of a history in which all actions notify the account. */
export function historyAnswer(
  actions: readonly FakeAction[],
  query: URLSearchParams,
  { ignores = [], refuses = [], findsNoActor, page, looksAt = Infinity, isExclusive }: Habits = {},
): unknown {
  if (refuses.some((name) => query.has(name))) return REFUSED;
  const value = (name: string): string | null => (ignores.includes(name) ? null : query.get(name));
  const timeOf = (name: string, unset: number): number => {
    const text = value(name);
    return text === null ? unset : Date.parse(text);
  };
  const [after, before] = [timeOf('after', -Infinity), timeOf('before', Infinity)];
  const isWithin = ({ at }: FakeAction): boolean =>
    isExclusive === true ? at > after && at < before : at >= after && at <= before;
  const inTime = actions.filter(isWithin).sort((one, other) => one.at - other.at);
  const actor = value('act.authorization.actor');
  if (actor !== null && inTime.length > looksAt) return REFUSED;
  const found = inTime.filter(
    ({ by }) => actor === null || (findsNoActor !== true && by.startsWith(`${actor}@`)),
  );
  if (value('sort') !== 'asc') found.reverse();
  const skip = Number(value('skip') ?? 0);
  const limit = Math.min(page ?? 1000, Number(value('limit') ?? 10));
  return {
    actions: found.slice(skip, skip + limit).map(({ id, at, by }) => {
      const [name = '', permission = ''] = by.split('@');
      return {
        ...{ trx_id: id, block_num: 7, '@timestamp': new Date(at).toISOString().slice(0, -1) },
        act: { authorization: [{ actor: name, permission }] },
      };
    }),
  };
}
