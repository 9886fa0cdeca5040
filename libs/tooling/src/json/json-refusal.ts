import type { ToolError } from '../errors/tool-error';
import { toolError } from '../errors/tool-errors';
import { faultInWords, jsonProblem, MAX_JSON_VALUES } from './json-text';

/**
 * The error for a text that is not JSON, has a member twice, a number that no double holds as it is written, or too many
 * values; undefined: it can be parsed, and every number of it is read as it is written.
 * @param mustBeExact see JsonRules; every number where it is left out
 */
export function jsonRefusal(
  text: string,
  mustBeExact: (path: string) => boolean = () => true,
): ToolError | undefined {
  const problem = jsonProblem(text, { mustBeExact });
  switch (problem?.kind) {
    case 'fault':
      return toolError('BODY_NOT_JSON', faultInWords(text, problem.offset));
    case 'duplicate':
      return toolError('DUPLICATE_MEMBER', problem.path);
    case 'inexact':
      return toolError('INEXACT_NUMBER', problem.path, problem.number);
    case 'too many values':
      return toolError('BODY_TOO_COMPLEX', MAX_JSON_VALUES);
    case undefined:
      return undefined;
  }
}
