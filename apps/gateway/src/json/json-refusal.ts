import { toolError, type ToolError } from '@app/tooling';
import { faultInWords, jsonProblem, MAX_JSON_VALUES } from './json-text';

/** The error for a text that is not JSON, has a member twice or too many values; undefined: it can be parsed. */
export function jsonRefusal(text: string): ToolError | undefined {
  const problem = jsonProblem(text);
  switch (problem?.kind) {
    case 'fault':
      return toolError('BODY_NOT_JSON', faultInWords(text, problem.offset));
    case 'duplicate':
      return toolError('DUPLICATE_MEMBER', problem.path);
    case 'too many values':
      return toolError('BODY_TOO_COMPLEX', MAX_JSON_VALUES);
    case undefined:
      return undefined;
  }
}
