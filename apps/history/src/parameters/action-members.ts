import { hexToBytes } from '@app/antelope';
import { ACTION_FIELDS, type ActionField } from '../derive/action-writes';
import type { ActionConditions, ActionFilter, ActionQuery, HistoryRange } from '../store/queries';
import { nameOf, symbolCodeOf } from './filters';
import {
  expressionOf,
  isSingleValue,
  MAX_VALUES,
  type MemberExpression,
  valuesOfExpression,
} from './member-expression';
import { intersection } from './ranges';
import { bound32, uint64Of } from './uint';
import { badRequest } from './history-error';

/** Query parameters as the HTTP layer reads them: one text for each name, or several. */
export type QueryParameters = Readonly<Record<string, unknown>>;

/** Conditions of members of the action document. */
export type MemberConditions = Pick<ActionQuery, 'fields' | 'transactionId' | 'conditions'> & {
  readonly range: HistoryRange;
  /** Conditions without an index: lists, exclusions, and members of the data. All hold. */
  readonly expressions: readonly MemberExpression[];
  /** Product of `act.account` and `act.name`: one of them holds, besides those of `filter`. */
  readonly filters: readonly ActionFilter[];
};

/** Other names of members of the document: Hyperion's, and those of @wharfkit/hyperion's options, sent as they are. */
const ALIASES: Readonly<Record<string, string>> = {
  notified: 'receipts.receiver',
  act_name: 'act.name',
  act_account: 'act.account',
  transfer_from: 'transfer.from',
  transfer_to: 'transfer.to',
  transfer_symbol: 'transfer.symbol',
};

/** The name of a member here: Hyperion has `@transfer.to` for `transfer.to`, too. */
const memberNamed = (name: string): string => ALIASES[name] ?? (/^@\w+\./.test(name) ? name.slice(1) : name);

export const DATA_PREFIX = 'act.data.';
const SYMBOL_FIELD = 'transfer.symbol';
/** Conditions of one search, and characters of the member of one. */
const MAX_CONDITIONS = 32;
const MAX_MEMBER = 128;
const ID = /^[0-9a-f]{64}$/i;

type Part = Partial<MemberConditions>;
type Reader = (member: string, text: string) => Part;

const conditions = (values: ActionConditions): Part => ({ conditions: values });

/** Members of the document that can be asked for, as Hyperion names them. */
const MEMBERS: Readonly<Record<string, Reader>> = {
  block_num: (member, text) => {
    const [from, to] = rangeOf(member, text);
    return { range: { fromBlock: bound32(Number(from)), toBlock: bound32(Number(to)) } };
  },
  global_sequence: (member, text) => {
    const [fromSequence, toSequence] = rangeOf(member, text);
    return { range: { fromSequence, toSequence } };
  },
  '@timestamp': (_, text) => ({ range: timesOf(text) }),
  trx_id: (member, text) => ({ transactionId: idOf(member, text) }),
  block_id: (member, text) => conditions({ blockId: idOf(member, text) }),
  producer: (member, text) => conditions({ producer: nameOf(member, text) }),
  action_ordinal: (member, text) => conditions({ actionOrdinal: countOf(member, text) }),
  creator_action_ordinal: (member, text) => conditions({ creatorActionOrdinal: countOf(member, text) }),
  cpu_usage_us: (member, text) => conditions({ cpuUsageUs: countOf(member, text) }),
  net_usage_words: (member, text) => conditions({ netUsageWords: countOf(member, text) }),
  'receipts.receiver': (member, text) => conditions({ receiver: nameOf(member, text) }),
  'act.authorization.actor': (member, text) => conditions({ actor: nameOf(member, text) }),
  'act.authorization.permission': (member, text) => conditions({ permission: nameOf(member, text) }),
};

/** All members that can be asked for, besides those of the data. */
export const CONDITION_MEMBERS: readonly string[] = [
  ...Object.keys(MEMBERS),
  'act.account',
  'act.name',
  ...ACTION_FIELDS,
];
export const MEMBER_ALIASES: readonly string[] = Object.keys(ALIASES);

/**
 * Conditions of all members that a query names. Words without a dot that name none are ignored, as browsers and proxies
 * add their own; a member with a dot is meant as a condition, and an unknown one is refused.
 * @throws HistoryError naming the member
 */
export function memberConditions(query: QueryParameters): MemberConditions {
  const given = Object.entries(query).flatMap(([name, value]) =>
    textsOf(name, value).map((text) => [memberNamed(name), text] as const),
  );
  const members = given.filter(([member]) => isMember(member));
  if (members.length > MAX_CONDITIONS) throw badRequest(`at most ${MAX_CONDITIONS} conditions on members`);
  const parts = members.map(([member, text]) =>
    partOf(member, text, members.filter(([other]) => other === member).length > 1),
  );
  return {
    filters: product(valuesOf(given, 'act.account'), valuesOf(given, 'act.name')),
    fields: parts.flatMap(({ fields }) => fields ?? []),
    expressions: parts.flatMap(({ expressions }) => expressions ?? []),
    range: intersection(parts.flatMap(({ range }) => range ?? [])),
    conditions: Object.assign({}, ...parts.map((part) => part.conditions)) as ActionConditions,
    ...parts.reduce<Part>(
      (found, { transactionId }) => (transactionId === undefined ? found : { transactionId }),
      {},
    ),
  };
}

/** Whether a parameter is meant as a member of the document. */
const isMember = (name: string): boolean => name.includes('.') || Object.hasOwn(MEMBERS, name);

const isTypeMember = (member: string): boolean => member === 'act.name' || member === 'act.account';

function partOf(member: string, text: string, isRepeated: boolean): Part {
  if (member.length > MAX_MEMBER) throw badRequest(`a member has at most ${MAX_MEMBER} characters`);
  const isOfData = member.startsWith(DATA_PREFIX);
  const expression = expressionOf(member, text, isOfData || member === SYMBOL_FIELD);
  if (isTypeMember(member)) return typePart(expression, isRepeated);
  const read = Object.hasOwn(MEMBERS, member) ? MEMBERS[member] : undefined;
  if (read !== undefined) {
    const [first = {}, ...others] = valuesOfExpression(expression).map((value) => read(member, value));
    if (isSingleValue(expression) && (!isRepeated || first.range !== undefined)) return first;
    if (first.range !== undefined && [first, ...others].some(({ range }) => isWide(range)))
      throw badRequest(`${member}: a range cannot be one of several values`);
    return { expressions: [expression] };
  }
  if (isOfData || text.includes('!')) return { expressions: [expression] };
  const field = fieldNamed(member);
  const wanted = values(withoutPrecision(field, text)).map((value) => fieldValue(field, value));
  return wanted.length === 0 ? {} : { fields: [{ field, values: wanted }] };
}

const isWide = (range: HistoryRange = {}): boolean =>
  range.fromBlock !== range.toBlock ||
  range.fromSequence !== range.toSequence ||
  range.fromTimeMs !== range.toTimeMs;

/** Alternatives are filters, which have an index; names that are excluded, and several lists, are checked besides. */
function typePart({ member, anyOf, noneOf }: MemberExpression, isRepeated: boolean): Part {
  for (const name of noneOf) nameOf(member, name);
  if (noneOf.length === 0 && !isRepeated) return {};
  return { expressions: [{ member, anyOf: isRepeated ? anyOf : [], noneOf }] };
}

function product(codes: readonly string[], names: readonly string[]): ActionFilter[] {
  if (codes.length === 0 && names.length === 0) return [];
  const sides = (texts: readonly string[]): (string | undefined)[] =>
    texts.length === 0 ? [undefined] : [...texts];
  return sides(codes).flatMap((code) =>
    sides(names).map((name) => ({
      ...(code === undefined ? {} : { code: nameOf('act.account', code) }),
      ...(name === undefined ? {} : { name: nameOf('act.name', name) }),
    })),
  );
}

const valuesOf = (given: readonly (readonly [string, string])[], member: string): string[] =>
  given
    .flatMap(([name, text]) => (name === member ? values(text) : []))
    .filter((value) => !value.startsWith('!'));

/** Alternatives, separated by commas. */
function values(text: string): string[] {
  const found = text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
  if (found.length > MAX_VALUES) throw badRequest(`at most ${MAX_VALUES} values of one member`);
  return found;
}

const isField = (name: string): name is ActionField => (ACTION_FIELDS as readonly string[]).includes(name);

function fieldNamed(member: string): ActionField {
  if (isField(member)) return member;
  throw badRequest(`${member}: has no index; there are ${CONDITION_MEMBERS.join(', ')}`);
}

const fieldValue = (field: ActionField, text: string): bigint =>
  field === SYMBOL_FIELD ? symbolCodeOf(field, text) : nameOf(field, text);

/** A symbol may be given with its precision: `4,ABC`. */
const withoutPrecision = (field: ActionField, text: string): string =>
  field === SYMBOL_FIELD ? text.replace(/(^|,)\s*\d{1,2},/g, '$1') : text;

/** The texts of a parameter, which may be given again. */
function textsOf(name: string, value: unknown): string[] {
  const texts = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  if (texts.length > MAX_VALUES || texts.some((text) => typeof text === 'object'))
    throw badRequest(`${name}: is given too often`);
  return texts
    .filter((text) => text !== undefined)
    .map((text) => String(text).trim())
    .filter((text) => text !== '');
}

/** A number, or `a-b` with both ends. */
function rangeOf(member: string, text: string): [bigint, bigint] {
  const [, first = '', last = first] = /^(\d{1,20})(?:-(\d{1,20}))?$/.exec(text) ?? [];
  if (first === '')
    throw badRequest(
      `${member}: ${JSON.stringify(text.slice(0, 40))} is no number and no range like 100-200`,
    );
  return [uint64Of(member, first), uint64Of(member, last)];
}

/** Hyperion takes the hyphens of ISO 8601 for those of a range: its searches by time are in milliseconds. */
function timesOf(text: string): HistoryRange {
  const [, first = '', last = first] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? [];
  if (first === '')
    throw badRequest(
      '@timestamp: takes milliseconds since 1970, or a range of them like 1767225600000-1767229200000; after and before take ISO 8601',
    );
  return { fromTimeMs: Number(first), toTimeMs: Number(last) };
}

function countOf(member: string, text: string): number {
  if (!/^\d{1,10}$/.test(text))
    throw badRequest(`${member}: ${JSON.stringify(text.slice(0, 40))} is no number`);
  return Number(text);
}

/** 32 bytes in hex. @throws HistoryError */
export function idOf(member: string, text: string): Uint8Array {
  if (!ID.test(text)) throw badRequest(`${member}: must be 64 hex digits`);
  return hexToBytes(text.toLowerCase());
}
