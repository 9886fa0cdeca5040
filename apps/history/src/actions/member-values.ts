import { bytesToHex, nameFromValue } from '@app/antelope';
import { actionData } from '../answers/action-document';
import { isObject } from '../answers/data-transforms';
import type { Decoded } from '../answers/decoded';
import { scalarText } from '../answers/exact-number';
import { DATA_PREFIX } from '../parameters/action-members';
import { holds, type MemberExpression } from '../parameters/member-expression';
import type { ActionRecord } from '../store/records';

type Values = (record: ActionRecord) => readonly string[];

/** Values of the members of an action document, as texts. */
const MEMBERS: Readonly<Record<string, Values>> = {
  block_num: ({ transaction }) => [String(transaction.block.num)],
  global_sequence: ({ globalSequence }) => [String(globalSequence)],
  '@timestamp': ({ transaction }) => [String(transaction.block.timeMs)],
  trx_id: ({ transaction }) => [bytesToHex(transaction.id)],
  block_id: ({ transaction }) => [bytesToHex(transaction.block.id)],
  producer: ({ transaction }) => [nameFromValue(transaction.block.producer)],
  action_ordinal: ({ actionOrdinal }) => [String(actionOrdinal)],
  creator_action_ordinal: ({ creatorActionOrdinal }) => [String(creatorActionOrdinal)],
  cpu_usage_us: ({ transaction }) => [String(transaction.cpuUsageUs)],
  net_usage_words: ({ transaction }) => [String(transaction.netUsageWords)],
  'receipts.receiver': ({ receipts }) => receipts.map(({ receiver }) => nameFromValue(receiver)),
  'act.authorization.actor': ({ authorization }) => authorization.map(({ actor }) => nameFromValue(actor)),
  'act.authorization.permission': ({ authorization }) =>
    authorization.map(({ permission }) => nameFromValue(permission)),
  'act.name': ({ name }) => [nameFromValue(name)],
  'act.account': ({ account }) => [nameFromValue(account)],
};

/** Whether the data of an action has to be decoded for the values of a member. */
export const isOfData = (member: string): boolean => !Object.hasOwn(MEMBERS, member);

/**
 * The values of a member: `act.data.<path>`, `<action>.<path>` of the data of that action, or a member of the document.
 * A list has the values of its entries. A bool is found by its word and by its number.
 */
export function memberValues(member: string, record: ActionRecord, decoded: Decoded): readonly string[] {
  const known = Object.hasOwn(MEMBERS, member) ? MEMBERS[member] : undefined;
  if (known !== undefined) return known(record);
  const data = actionData(record, decoded, false);
  if (member.startsWith(DATA_PREFIX)) return valuesAt(data, member.slice(DATA_PREFIX.length).split('.'));
  const [action = '', ...path] = member.split('.');
  return nameFromValue(record.name) === action ? valuesAt(data, path) : [];
}

/** Whether an action meets all conditions. */
export const haveValues = (
  expressions: readonly MemberExpression[],
  record: ActionRecord,
  decoded: Decoded,
): boolean =>
  expressions.every((expression) => holds(expression, memberValues(expression.member, record, decoded)));

function valuesAt(value: unknown, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => valuesAt(entry, path));
  const [member, ...rest] = path;
  if (member !== undefined)
    return isObject(value) && Object.hasOwn(value, member) ? valuesAt(value[member], rest) : [];
  if (typeof value === 'boolean') return value ? ['true', '1'] : ['false', '0'];
  const text = scalarText(value);
  return text === undefined ? [] : [text];
}
