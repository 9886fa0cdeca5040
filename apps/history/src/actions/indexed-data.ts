import {
  actionType,
  type Abi,
  fieldsOfType,
  isName,
  nameFromValue,
  nameToValue,
  symbolCodeFromValue,
  symbolCodeToValue,
  ValueError,
} from '@app/antelope';
import type { AbiCache } from '../decoding/abi-cache';
import { ACTION_FIELDS, type ActionField } from '../derive/action-writes';
import type { Name } from '../derive/name';
import { DATA_PREFIX } from '../parameters/action-members';
import type { MemberExpression } from '../parameters/member-expression';
import type { ActionFilter, ActionQuery } from '../store/queries';

/** Contracts whose ABIs are read for one request: up to a MiB of each is parsed, outside of the bounds of a search. */
const MAX_CONTRACTS = 2;
const SYSTEM = nameToValue('eosio');
const TRANSFER = nameToValue('transfer');
const SYMBOL_FIELD = 'transfer.symbol';
/** Members of a transfer of tokens, by which the index reads its bytes. */
const TOKEN_TRANSFER = 'from:name to:name quantity:asset memo:string';

type Fields = NonNullable<ActionQuery['fields']>;

/** Conditions of a search on members of the data: those with an index, and all of them as they are. */
export interface IndexedData {
  readonly fields: Fields;
  /** Of `fields`, for the decoded data of the actions that the index finds. */
  readonly checks: readonly MemberExpression[];
  /** The others. */
  readonly expressions: readonly MemberExpression[];
}

/**
 * The indexes that a search may use for `act.data.<member>`, which means every action that has the member. The filters
 * have to name the actions of one index alone, and contracts whose actions the index has whole: the system contract, or
 * tokens all of whose ABIs have the members of a transfer of tokens.
 */
export async function indexedData(
  filters: readonly ActionFilter[],
  expressions: readonly MemberExpression[],
  abis: AbiCache,
): Promise<IndexedData> {
  const action = await indexedAction(filters, expressions, abis);
  const found = expressions.map((expression) => ({
    expression,
    field: action === undefined ? undefined : fieldOf(action, expression),
  }));
  return {
    fields: found.flatMap(({ field }) => field ?? []),
    checks: found.flatMap(({ expression, field }) => (field === undefined ? [] : expression)),
    expressions: found.flatMap(({ expression, field }) => (field === undefined ? expression : [])),
  };
}

/** The name of the only action that the filters mean, where its index has all of their actions. */
async function indexedAction(
  filters: readonly ActionFilter[],
  expressions: readonly MemberExpression[],
  abis: AbiCache,
): Promise<Name | undefined> {
  const [name, ...otherNames] = new Set(filters.map((filter) => filter.name));
  if (name === undefined || otherNames.length > 0) return undefined;
  if (expressions.every((expression) => fieldOf(name, expression) === undefined)) return undefined;
  const contracts = [...new Set(filters.map(({ code }) => code))];
  if (contracts.length > MAX_CONTRACTS) return undefined;
  for (const contract of contracts)
    if (contract === undefined || !(await isIndexedWhole(contract, name, abis))) return undefined;
  return name;
}

async function isIndexedWhole(contract: Name, action: Name, abis: AbiCache): Promise<boolean> {
  if (action !== TRANSFER) return contract === SYSTEM;
  const all = await abis.allOf(contract);
  return all !== undefined && all.length > 0 && all.every(isOfTokens);
}

/** Whether an ABI shows transfers with the members of tokens. Without a readable one they have no members. */
function isOfTokens(abi: Abi | undefined): boolean {
  const type = abi && actionType(abi, nameFromValue(TRANSFER));
  if (abi === undefined || type === undefined) return true;
  const aliases = new Map(abi.types.map(({ new_type_name, type: target }) => [new_type_name, target]));
  const fields = fieldsOfType(abi, type);
  return (
    fields.map((field) => `${field.name}:${aliases.get(field.type) ?? field.type}`).join(' ') ===
    TOKEN_TRANSFER
  );
}

/** The index of a member, with the values; undefined: there is none, or one of the values is in no index. */
function fieldOf(
  action: Name,
  { member, anyOf, noneOf }: MemberExpression,
): { readonly field: ActionField; readonly values: readonly bigint[] } | undefined {
  if (!member.startsWith(DATA_PREFIX) || noneOf.length > 0 || anyOf.length === 0) return undefined;
  const wanted = `${nameFromValue(action)}.${member.slice(DATA_PREFIX.length)}`;
  const field = ACTION_FIELDS.find((each) => each === wanted);
  if (field === undefined) return undefined;
  const values = anyOf.flat().map((text) => (field === SYMBOL_FIELD ? symbolCode(text) : name(text)));
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? { field, values: known } : undefined;
}

/** The value of a text as decoded data has it. */
const name = (text: string): bigint | undefined =>
  isName(text) && nameFromValue(nameToValue(text)) === text ? nameToValue(text) : undefined;

function symbolCode(text: string): bigint | undefined {
  try {
    const value = symbolCodeToValue(text);
    return symbolCodeFromValue(value) === text ? value : undefined;
  } catch (error) {
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}
