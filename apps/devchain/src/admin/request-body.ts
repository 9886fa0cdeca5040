import { isJsonObject } from '@app/antelope';
import type { z } from 'zod';
import { AdminError } from './admin-error';

/** The body of a request, by the schema of its route; no body stands for `{}`. Throws AdminError. */
export function readBody<Body extends z.ZodType>(schema: Body, text: string): z.output<Body> {
  const read = schema.safeParse(parseObject(text));
  if (!read.success) throw new AdminError(read.error.issues.map(issueText).join('; '));
  return read.data;
}

function parseObject(text: string): object {
  if (text.trim() === '') return {};
  const body = parseJson(text);
  if (!isJsonObject(body)) throw new AdminError('the body must be a JSON object');
  return body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AdminError(`the body is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

interface Issue {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

/** The field, then the problem. */
function issueText({ code, path, message, keys = [] }: Issue): string {
  if (code === 'unrecognized_keys') return keys.map((key) => `unknown field "${key}"`).join('; ');
  const isAbsent = message.endsWith('received undefined');
  return `${path.map(String).join('.')}: ${isAbsent ? 'is required' : message.replace('Invalid input: ', '')}`;
}
