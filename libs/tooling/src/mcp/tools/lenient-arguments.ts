import { ToolError } from '../../errors/tool-error';
import { jsonRefusal } from '../../json/json-refusal';
import { isMembers, type Members } from '../../schema/members';
import type { Schema } from '../../schema/schema';

const WHOLE_NUMBER = /^(0|-?[1-9][0-9]{0,15})$/;

/**
 * The arguments of a tool call with the slips undone that models are known for: whole-number and
 * boolean strings where the schema wants the value, objects and lists sent as JSON text, null for a
 * field that may be left out. Everything else is passed on as it is, for the tool's own validation
 * to judge; nothing is guessed.
 * @returns the arguments; an error in their place when a JSON text among them has a member twice
 */
export function lenientArguments(schema: Schema, args: unknown): unknown {
  if (args === undefined || args === null) return {};
  try {
    return lenientValue(schema, args);
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
}

function lenientValue(schema: Schema, value: unknown): unknown {
  if (typeof value === 'string') return fromText(schema, value);
  if (schema.type === 'array' && Array.isArray(value)) return lenientItems(schema, value);
  return schema.type === 'object' && isObject(value) ? lenientMembers(schema, value) : value;
}

/** Examines only items that are objects: a list of texts stays as it is. */
function lenientItems({ items }: Schema, list: readonly unknown[]): readonly unknown[] {
  if (items?.type !== 'object') return list;
  const meant = list.map((item) => lenientValue(items, item));
  return meant.some((item, index) => item !== list[index]) ? meant : list;
}

/** Examines only the members that the schema declares, however many others there are. */
function lenientMembers({ properties = {}, required = [] }: Schema, members: Members): Members {
  let changed: Record<string, unknown> | undefined;
  for (const [name, schema] of Object.entries(properties)) {
    if (!Object.hasOwn(members, name)) continue;
    const value = members[name];
    const isLeftOut = value === null && !required.includes(name);
    const meant = isLeftOut ? undefined : lenientValue(schema, value);
    if (meant === value) continue;
    changed ??= { ...members };
    if (isLeftOut) Reflect.deleteProperty(changed, name);
    else changed[name] = meant;
  }
  return changed ?? members;
}

function fromText(schema: Schema, text: string): unknown {
  switch (schema.type) {
    case 'integer':
      return WHOLE_NUMBER.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'object': {
      const parsed = parsedJson(text);
      return isObject(parsed) ? lenientMembers(schema, parsed) : text;
    }
    case 'array': {
      const parsed = parsedJson(text);
      return Array.isArray(parsed) ? lenientItems(schema, parsed) : text;
    }
    default:
      return text;
  }
}

/** An error stands for arguments that were refused before. */
function isObject(value: unknown): value is Members {
  return isMembers(value) && !(value instanceof Error);
}

/**
 * The value of a JSON text; undefined when it is none.
 * @throws ToolError when a member occurs twice, or there are too many values
 */
function parsedJson(text: string): unknown {
  const refusal = jsonRefusal(text);
  if (refusal === undefined) return JSON.parse(text) as unknown;
  if (refusal.kind === 'BODY_NOT_JSON') return undefined;
  throw refusal;
}
