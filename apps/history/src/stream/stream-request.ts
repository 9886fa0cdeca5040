import { z } from 'zod';
import { type Bound, boundOf } from '../parameters/bounds';
import { decimalOrder } from '../parameters/decimal-order';
import { nameOf } from '../parameters/filters';
import { badRequest } from '../parameters/history-error';
import { rangeOfBounds } from '../parameters/ranges';
import { scopeOf } from '../parameters/scope';
import type { ActionQuery, DeltaQuery, HistoryRange } from '../store/queries';
import type { StoreStatus } from '../store/records';
import { isOperator, isOrder, type StreamFilter } from './stream-filters';

const MAX_FILTERS = 16;
const text = z.string().max(64).nullish();
const position = z.union([z.string().max(40), z.number()]).nullish();

/** An object with these members and no other: an unknown one would be a condition that does not hold. */
const known = <Shape extends z.core.$ZodLooseShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? `is not known; known: ${Object.keys(shape).join(', ')}` : undefined,
  });

const filter = known({
  field: z.string().min(1).max(128),
  value: z.union([z.string().max(256), z.number(), z.boolean()]).transform(String),
  operator: z.string().refine(isOperator).default('eq'),
  asset: z
    .string()
    .regex(/^[A-Z]{1,7}$/, 'must be a symbol code: 1 to 7 letters A-Z')
    .optional(),
}).superRefine(({ value, operator, asset }, context) => {
  if (asset === undefined) return;
  if (!isOrder(operator))
    context.addIssue({ code: 'custom', path: ['operator'], message: 'must compare numbers beside asset' });
  if (decimalOrder(value, '0') === undefined)
    context.addIssue({ code: 'custom', path: ['value'], message: 'must be a number beside asset' });
});

const COMMON = {
  filters: z.array(filter).max(MAX_FILTERS).nullish(),
  filter_op: z.enum(['and', 'or']).default('and'),
  start_from: position,
  read_until: position,
  ignore_live: z.boolean().default(false),
  /** An addition: blocks are sent once they are irreversible. */
  irreversible_only: z.boolean().default(false),
};

export const ACTION_REQUEST = known({ contract: text, account: text, action: text, ...COMMON });
export const DELTA_REQUEST = known({ code: text, table: text, scope: text, payer: text, ...COMMON });

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
  /** Last block or time; undefined: it has no end. */
  readonly until: Bound | undefined;
  /** Whether it ends before the first new block. */
  readonly isHistoryOnly: boolean;
  /** Whether the end of the past is reported. */
  readonly isEndReported: boolean;
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
  const isHistoryOnly = request.ignore_live;
  return {
    filters: request.filters ?? [],
    combination: request.filter_op,
    from: startOf(request.start_from, status),
    until: endOf(request.read_until, status),
    isHistoryOnly,
    isEndReported: isHistoryOnly || !isUnset(request.start_from),
    isIrreversibleOnly: request.irreversible_only,
  };
}

function parsed<T>(schema: z.ZodType<T>, given: unknown): T {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const members = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  throw badRequest(`${[...(issue?.path ?? []), ...members].join('.')}: ${issue?.message ?? 'is not valid'}`);
}

/** An empty text and `*` stand for every one. */
const isEvery = (given: string | null | undefined): given is '' | '*' | null | undefined =>
  given === null || given === undefined || given === '' || given === '*';

const named = (member: string, given: string | null | undefined): bigint | undefined =>
  isEvery(given) ? undefined : nameOf(member, given);

const isUnset = (given: Position): boolean => [undefined, null, '', 0, '0'].includes(given);

const isTime = (given: Position): given is string =>
  typeof given === 'string' && Number.isNaN(Number(given)) && given.toUpperCase() !== 'LIB';

/** 0: behind the head. Negative: counted from the head. `LIB`, a block number, or a time. */
function startOf(start: Position, status: StoreStatus): HistoryRange {
  if (isTime(start)) return rangeOfBounds({ after: boundOf('start_from', start) });
  const head = status.head?.num ?? 0;
  return { fromBlock: isUnset(start) ? head + 1 : blockAt('start_from', start, status) };
}

/** As `startOf`; 0: it has no end. */
function endOf(end: Position, status: StoreStatus): Bound | undefined {
  if (isUnset(end)) return undefined;
  return isTime(end) ? boundOf('read_until', end) : { block: blockAt('read_until', end, status) };
}

function blockAt(member: string, given: Position, { head, irreversibleNum }: StoreStatus): number {
  if (String(given).toUpperCase() === 'LIB') return irreversibleNum;
  const number = Number(given);
  if (!Number.isSafeInteger(number)) throw badRequest(`${member}: must be a block number or a time`);
  return number < 0 ? Math.max(1, (head?.num ?? 0) + number) : number;
}
