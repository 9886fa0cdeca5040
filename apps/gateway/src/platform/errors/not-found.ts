import { ToolError, toolError } from '@app/tooling';
import { closest, distance } from 'fastest-levenshtein';
import { HttpError } from './http-error';

const TOOLS = '/v1/tools/';

/** Queries on the table of routes. */
export interface KnownRoutes {
  methodsOf(path: string): string[];
  namesUnder(prefix: string): string[];
}

/** The error for a request without a matching route: a wrong method, an unknown tool, any other path. */
export function notFoundError(method: string, path: string, routes: KnownRoutes): ToolError {
  const allowed = routes.methodsOf(path);
  if (allowed.length > 0) {
    const use = path.startsWith(TOOLS) ? 'POST with a JSON body' : allowed.join(' or ');
    const { kind, message } = toolError('METHOD_NOT_ALLOWED', method, use);
    return new HttpError(kind, message, { Allow: [...allowed, 'OPTIONS'].join(', ') });
  }
  const readable = decoded(path);
  if (readable === undefined) {
    return new ToolError('INVALID_ARGUMENTS', 'the path has a broken percent-encoding');
  }
  if (!readable.startsWith(TOOLS)) return toolError('UNKNOWN_ROUTE', method, shortened(readable));
  const name = readable.slice(TOOLS.length);
  const { kind, message } = toolError('UNKNOWN_TOOL', shortened(name));
  return new ToolError(kind, message + suggestion(name, routes.namesUnder(TOOLS)));
}

function suggestion(name: string, known: readonly string[]): string {
  if (name === '' || name.length > 40 || known.length === 0) return '';
  const nearest = closest(name.toLowerCase(), known);
  const isNear = distance(name.toLowerCase(), nearest) <= Math.ceil(nearest.length / 3);
  return isNear ? `; did you mean ${nearest}?` : '';
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
