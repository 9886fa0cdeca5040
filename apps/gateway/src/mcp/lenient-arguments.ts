import type { Schema } from '@app/tooling';

const WHOLE_NUMBER = /^(0|-?[1-9][0-9]{0,15})$/;

/**
 * The arguments of a tool call with the slips undone that models are known for: whole-number and
 * boolean strings where the schema wants the value, objects and lists sent as JSON text, null for a
 * field that may be left out. Everything else is handed on as it is, for the tool's own validation
 * to judge; nothing is guessed.
 */
export function lenientArguments(schema: Schema, args: unknown): unknown {
  if (args === undefined || args === null) return {};
  return lenientValue(schema, args);
}

/** The arguments as an object where they were sent as its JSON text; everything else as it is. */
export function parsedArguments(args: unknown): unknown {
  if (typeof args !== 'string') return args;
  const parsed = parsedJson(args);
  return isObject(parsed) ? parsed : args;
}

function lenientValue(schema: Schema, value: unknown): unknown {
  if (typeof value === 'string') return fromText(schema, value);
  return schema.type === 'object' && isObject(value) ? lenientMembers(schema, value) : value;
}

function lenientMembers(schema: Schema, members: object): object {
  const { properties = {}, required = [] } = schema;
  return Object.fromEntries(
    Object.entries(members)
      .filter(
        ([name, value]) => value !== null || !Object.hasOwn(properties, name) || required.includes(name),
      )
      .map(([name, value]: [string, unknown]) => {
        const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
        return [name, member === undefined ? value : lenientValue(member, value)];
      }),
  );
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
      return Array.isArray(parsed) ? parsed : text;
    }
    default:
      return text;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
