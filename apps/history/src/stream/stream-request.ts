import { z } from 'zod';
import { boundOf } from '../parameters/bounds';
import { nameOf } from '../parameters/filters';
import { badRequest } from '../parameters/history-error';
import { rangeOfBounds } from '../parameters/ranges';
import { scopeOf } from '../parameters/scope';
import type { ActionQuery, DeltaQuery, HistoryRange } from '../store/queries';
import type { StoreStatus } from '../store/records';
import { isOperator, type StreamFilter } from './stream-filters';

const MAX_FILTERS = 16;
const text = z.string().max(64).nullish();
const position = z.union([z.string().max(40), z.number()]).nullish();
const filters = z
  .array(
    z.object({
      field: z.string().min(1).max(128),
      value: z.union([z.string().max(256), z.number(), z.boolean()]).transform(String),
      operator: z.string().refine(isOperator).default('eq'),
    }),
  )
  .max(MAX_FILTERS)
  .nullish();

const COMMON = {
  filters,
  filter_op: z.enum(['and', 'or']).default('and'),
  start_from: position,
  read_until: position,
  /** An addition: blocks are sent once they are irreversible. */
  irreversible_only: z.boolean().default(false),
};

export const ACTION_REQUEST = z.object({ contract: text, account: text, action: text, ...COMMON });
export const DELTA_REQUEST = z.object({ code: text, table: text, scope: text, payer: text, ...COMMON });

/** Members that a search has beside position, order and page. */
export type StreamSearch =
  | { readonly type: 'action_trace'; readonly query: Pick<ActionQuery, 'account' | 'filters'> }
  | { readonly type: 'delta_trace'; readonly query: Pick<DeltaQuery, 'code' | 'table' | 'scope' | 'payer'> };

/** A request of a client, read. */
export interface StreamRequest {
  readonly search: StreamSearch;
  readonly filters: readonly StreamFilter[];
  readonly combination: 'and' | 'or';
  /** Where it begins. */
  readonly from: HistoryRange;
  /** Last block; undefined: it has no end. */
  readonly untilBlock: number | undefined;
  readonly isIrreversibleOnly: boolean;
}

type Position = string | number | null | undefined;

/** @throws HistoryError */
export function actionRequest(given: unknown, status: StoreStatus): StreamRequest {
  const request = parsed(ACTION_REQUEST, given);
  const account = named('account', request.account);
  const code = named('contract', request.contract);
  const name = named('action', request.action);
  const filter = { ...(code === undefined ? {} : { code }), ...(name === undefined ? {} : { name }) };
  return {
    search: {
      type: 'action_trace',
      query: {
        ...(account === undefined ? {} : { account }),
        filters: Object.keys(filter).length === 0 ? [] : [filter],
      },
    },
    ...common(request, status),
  };
}

/** @throws HistoryError */
export function deltaRequest(given: unknown, status: StoreStatus): StreamRequest {
  const request = parsed(DELTA_REQUEST, given);
  const names = [
    ...(['code', 'table', 'payer'] as const).map(
      (member) => [member, named(member, request[member])] as const,
    ),
    ['scope', isEvery(request.scope) ? undefined : scopeOf(request.scope)] as const,
  ];
  return {
    search: {
      type: 'delta_trace',
      query: Object.fromEntries(names.filter(([, value]) => value !== undefined)),
    },
    ...common(request, status),
  };
}

function common(
  request: z.output<typeof ACTION_REQUEST> | z.output<typeof DELTA_REQUEST>,
  status: StoreStatus,
): Omit<StreamRequest, 'search'> {
  const until = blockAt('read_until', request.read_until, status);
  return {
    filters: request.filters ?? [],
    combination: request.filter_op,
    from: startOf(request.start_from, status),
    untilBlock: until === 0 ? undefined : until,
    isIrreversibleOnly: request.irreversible_only,
  };
}

function parsed<T>(schema: z.ZodType<T>, given: unknown): T {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw badRequest(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`);
}

/** An empty text and `*` stand for every one. */
const isEvery = (given: string | null | undefined): given is '' | '*' | null | undefined =>
  given === null || given === undefined || given === '' || given === '*';

const named = (member: string, given: string | null | undefined): bigint | undefined =>
  isEvery(given) ? undefined : nameOf(member, given);

/** 0: behind the head. Negative: counted from the head. `LIB`, a block number, or a time. */
function startOf(start: Position, status: StoreStatus): HistoryRange {
  const head = status.head?.num ?? 0;
  if (typeof start === 'string' && Number.isNaN(Number(start)) && start.toUpperCase() !== 'LIB')
    return rangeOfBounds({ after: boundOf('start_from', start) });
  const block = blockAt('start_from', start, status);
  return { fromBlock: block === 0 ? head + 1 : block };
}

/** The block of a position; 0 for none. */
function blockAt(member: string, given: Position, { head, irreversibleNum }: StoreStatus): number {
  if (given === null || given === undefined || given === '') return 0;
  if (String(given).toUpperCase() === 'LIB') return irreversibleNum;
  const number = Number(given);
  if (!Number.isSafeInteger(number)) throw badRequest(`${member}: must be a block number`);
  return number < 0 ? Math.max(1, (head?.num ?? 0) + number) : number;
}
