import type { Schema } from '@app/tooling';

/**
 * Moves the default of each member into its description; `schema` is changed in place and returned. Generators take a
 * member with the keyword `default` for one that is always there, and require it of the caller.
 */
export function describeDefaults(schema: Schema): Schema {
  for (const member of Object.values(schema.properties ?? {})) {
    if (!('default' in member)) continue;
    const text = `Default: ${defaultText(member.default)}`;
    member.description = member.description === undefined ? text : `${sentence(member.description)} ${text}`;
    delete member.default;
  }
  return schema;
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const defaultText = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
