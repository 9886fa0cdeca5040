import { type Boundary, checkToolContract as check } from '../../tooling/testing/tool-contract';
import type { Schema, ToolDefinition } from '@app/tooling';

/** Rules of names and amounts that JSON Schema cannot say. */
const beyondSchema = [
  /is not a name of the chain: it ends with a dot$/,
  /must be greater than zero$/,
  /cannot be exact as a JSON number: send it as a string$/,
];

/** Proves of one tool that OpenAPI, the input class and MCP accept and refuse the same inputs. */
export function checkToolContract(
  tool: ToolDefinition,
  requestSchema: Schema,
  boundary: Boundary,
  runs?: number,
): void {
  check(tool, { requestSchema, boundary, beyondSchema, runs });
}
