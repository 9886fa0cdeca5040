import { z } from 'zod';
import { answeredJson } from '../answered-json';

/** A history of the chain has this long for a page: it may read from a disk. */
const HISTORY_TIMEOUT_MS = 20_000;
const PAGE = 500;
/** Of Hyperion, and of our history node. */
const MOST_SKIPPED = 10_000;
/** Blocks are half a second apart: a shorter time does not part two of them. */
const SHORTEST_MS = 500;

const time = z.string().transform((text) => Date.parse(`${text.replace(/Z$/, '')}Z`));
const row = z
  .object({
    trx_id: z.string().regex(/^\w{1,64}$/),
    block_num: z.int(),
    '@timestamp': time.optional(),
    timestamp: time.optional(),
    act: z.object({
      authorization: z.array(z.object({ actor: z.string(), permission: z.string() })).default([]),
    }),
  })
  .transform(({ trx_id, block_num, act, ...times }) => ({
    id: trx_id,
    blockNum: block_num,
    timeMs: times['@timestamp'] ?? times.timestamp ?? Number.NaN,
    authorization: act.authorization,
  }))
  .refine(({ timeMs }) => !Number.isNaN(timeMs), 'an action has no time');
const answer = z.object({ actions: z.array(row) });

/** An action as a history has it. */
export type HistoryAction = z.infer<typeof row>;

/** Actions of a history. */
export interface ActionSearch {
  readonly account: string;
  /** Those that the account authorized: without it also those that other accounts notify it of. */
  readonly isByActor: boolean;
  readonly fromMs: number;
  /** Infinity: no end. */
  readonly toMs: number;
}

/** The history does not answer this search (400). It may answer a narrower one, or one by other parameters. */
export class RefusedSearchError extends Error {
  override readonly name = 'RefusedSearchError';
}

/**
 * Reads all actions of a search, the newest first. A history that has to look at too many rows is asked for shorter times.
 * @param onPage gets each page once it is there, also where a later one fails. Actions may come twice
 * @throws RefusedSearchError where the shortest time is refused; Error where the history does not answer, or otherwise than
 * it was asked
 */
export async function readActions(
  historyNode: string,
  search: ActionSearch,
  onPage: (page: readonly HistoryAction[]) => void,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await readPages(historyNode, search, onPage, signal);
  } catch (error) {
    const { fromMs, toMs } = search;
    const halfMs = (Math.min(toMs, Math.max(Date.now(), fromMs)) - fromMs) / 2;
    if (!(error instanceof RefusedSearchError) || halfMs < SHORTEST_MS) throw error;
    const middleMs = Math.floor(fromMs + halfMs);
    await readActions(historyNode, { ...search, fromMs: middleMs }, onPage, signal);
    await readActions(historyNode, { ...search, toMs: middleMs }, onPage, signal);
  }
}

/** A page may be shorter than what was asked for, as nodes lower the limit: an empty one is the end. */
async function readPages(
  historyNode: string,
  search: ActionSearch,
  onPage: (page: readonly HistoryAction[]) => void,
  signal?: AbortSignal,
): Promise<void> {
  let { toMs } = search;
  for (let skip = 0; ;) {
    const page = await actionsPage(historyNode, { ...search, toMs }, { skip, limit: PAGE }, signal);
    const last = page.at(-1);
    if (last === undefined) return;
    assertOrder(historyNode, page, toMs);
    onPage(page.filter(({ timeMs }) => timeMs >= search.fromMs));
    if (last.timeMs < search.fromMs) return;
    skip =
      last.timeMs < toMs ? page.filter(({ timeMs }) => timeMs === last.timeMs).length : skip + page.length;
    toMs = last.timeMs;
    if (skip > MOST_SKIPPED)
      throw new Error(`${historyNode} has more than ${MOST_SKIPPED} actions of one time, or skips none`);
  }
}

function assertOrder(historyNode: string, page: readonly HistoryAction[], toMs: number): void {
  // Asked for a millisecond wider, see actionsPage.
  let before = toMs + 1;
  for (const { timeMs } of page) {
    if (timeMs > before) throw new Error(`${historyNode} does not answer in the order that it was asked for`);
    before = timeMs;
  }
}

/**
 * One page, the newest first. Both bounds are asked for a millisecond wider: whether they are part of an answer differs
 * between histories. Newest first, as Hyperion answers the reverse order for the last 90 days alone.
 * @throws RefusedSearchError, Error
 */
export async function actionsPage(
  historyNode: string,
  { account, isByActor, fromMs, toMs }: ActionSearch,
  { skip, limit }: { readonly skip: number; readonly limit: number },
  signal?: AbortSignal,
): Promise<HistoryAction[]> {
  const dated = (ms: number): string => new Date(Math.max(0, ms)).toISOString();
  const query = new URLSearchParams({
    ...{ account, ...(isByActor && { 'act.authorization.actor': account }) },
    ...{ sort: 'desc', limit: String(limit), ...(skip > 0 && { skip: String(skip) }) },
    after: dated(fromMs - 1),
    ...(toMs !== Number.POSITIVE_INFINITY && { before: dated(toMs + 1) }),
  });
  const response = await fetch(`${historyNode.replace(/\/+$/, '')}/v2/history/get_actions?${query}`, {
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(HISTORY_TIMEOUT_MS), ...(signal ? [signal] : [])]),
  });
  const source = `${historyNode}: get_actions`;
  const failure = `${source} answers ${response.status}`;
  if (response.status === 400) throw new RefusedSearchError(failure);
  if (!response.ok) throw new Error(failure);
  return answer.parse(await answeredJson(response, source)).actions;
}
