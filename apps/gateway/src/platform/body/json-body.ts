import { isUtf8 } from 'node:buffer';
import { isJsonObject } from '@app/antelope';
import { toolError } from '@app/chain-tools';
import { type ToolError } from '@app/tooling';
import { jsonRefusal } from '@app/tooling';

/**
 * The JSON object in a request body, whatever content type was declared. No body at all is `{}`.
 * @returns the object, or the error to answer
 */
export function parseJsonObject(bytes: Buffer): object | ToolError {
  if (!isUtf8(bytes)) return toolError('BODY_NOT_JSON', 'it is not UTF-8');
  const text = withoutByteOrderMark(bytes.toString());
  if (text.trim() === '') return {};
  const refusal = jsonRefusal(text);
  if (refusal !== undefined) return refusal;
  const value = JSON.parse(text) as unknown;
  if (isJsonObject(value)) return value;
  return toolError('BODY_NOT_OBJECT', nameOf(value));
}

function withoutByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
