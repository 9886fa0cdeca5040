import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020';
import fc from 'fast-check';
import { lenientArguments, Schema, ToolDefinition, ToolError } from '../src';
import { inputs } from './input-arbitraries';
import { inputProblems, outputProblems } from './portability';

/** A rule of a text that JSON Schema cannot say. */
const NOT_UNICODE = /is not well-formed Unicode text$/;

/** How an MCP surface treats arguments before the tool's own validation. */
export type Boundary = (schema: Schema, args: unknown) => unknown;

const ajv = new Ajv2020({ strict: true, allErrors: false });

type Judgement = { value: unknown } | { problems: string[] };

/** Whether `input` passes the tool's own validation, and as what; else the problems. */
function judged(tool: ToolDefinition, input: unknown): Judgement {
  try {
    return { value: tool.read(input) };
  } catch (error) {
    if (!(error instanceof ToolError) || error.kind !== 'INVALID_ARGUMENTS') throw error;
    return { problems: error.message.split('; ') };
  }
}

/** Accepted, or refused by nothing but rules beyond the schema. */
function isRightForm(judgement: Judgement, beyondSchema: readonly RegExp[]): boolean {
  return (
    'value' in judgement ||
    judgement.problems.every((problem) => [NOT_UNICODE, ...beyondSchema].some((rule) => rule.test(problem)))
  );
}

/** How the contract of a tool is checked. */
export interface ContractOptions {
  /** The schema of the request body as the API description has it. */
  readonly requestSchema?: Schema;
  /** Undoes the slips of arguments over MCP. */
  readonly boundary?: Boundary;
  /** Reasons of rules that JSON Schema cannot say: the only ones for which an input of the right form may be refused. */
  readonly beyondSchema?: readonly RegExp[];
  /** Random inputs. */
  readonly runs?: number;
}

/**
 * Proves of one tool that OpenAPI, the input class and MCP accept and refuse the same inputs, and
 * that their descriptions for MCP clients are portable.
 *
 * @throws Error or a fast-check failure with the smallest input they differ on
 */
export function checkToolContract(
  tool: ToolDefinition,
  {
    requestSchema = tool.requestSchema,
    boundary = lenientArguments,
    beyondSchema = [],
    runs = 1000,
  }: ContractOptions = {},
): void {
  const assertAgree = (schema: string, isAccepted: boolean, judgement: Judgement): void => {
    assertSameJudgement(schema, isAccepted, judgement, beyondSchema);
  };
  checkWords(tool);
  checkExamples(tool, boundary);
  const rest = ajv.compile(requestSchema);
  const mcp = ajv.compile(tool.inputSchema);
  fc.assert(
    fc.property(fc.oneof(inputs(requestSchema), inputs(tool.requestSchema)), (input) => {
      const overRest = judged(tool, input);
      const lenient = boundary(tool.requestSchema, input);
      const overMcp = judged(tool, lenient);
      assertAgree('OpenAPI', rest(input), overRest);
      assertAgree('OpenAPI after leniency', rest(lenient), overMcp);
      if (mcp(input)) assertAgree('MCP', true, overMcp);
      if ('value' in overRest) assertSame(overRest, overMcp);
    }),
    { numRuns: runs },
  );
}

function checkWords({
  name,
  title,
  description,
  annotations,
  inputSchema,
  outputSchema,
}: ToolDefinition): void {
  const problems = [
    ...inputProblems(inputSchema),
    ...outputProblems(outputSchema),
    ...(/^[a-z0-9_]{1,64}$/.test(name) ? [] : ['name']),
    ...(title.length > 0 && title.length <= 100 ? [] : ['title']),
    ...(description.length > 0 && description.length <= 1024 ? [] : ['description']),
    ...(['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const).filter(
      (hint) => typeof annotations[hint] !== 'boolean',
    ),
  ];
  if (problems.length > 0) throw new Error(`${name}: ${problems.join('; ')}`);
}

function checkExamples(tool: ToolDefinition, boundary: Boundary): void {
  if (tool.examples.length === 0) throw new Error(`${tool.name}: no example`);
  for (const example of tool.examples) {
    for (const judgement of [judged(tool, example), judged(tool, boundary(tool.requestSchema, example))]) {
      if ('problems' in judgement)
        throw new Error(`${tool.name}: example refused: ${judgement.problems.join('; ')}`);
    }
  }
}

/** A schema may accept what a rule beyond it refuses; it must never refuse what is accepted. */
function assertSameJudgement(
  schema: string,
  isAccepted: boolean,
  judgement: Judgement,
  beyondSchema: readonly RegExp[],
): void {
  if (!isAccepted && 'value' in judgement)
    throw new Error(`the ${schema} schema refuses what the tool accepts`);
  if (isAccepted && !isRightForm(judgement, beyondSchema)) {
    throw new Error(`the ${schema} schema accepts what the tool refuses: ${JSON.stringify(judgement)}`);
  }
}

function assertSame(left: object, right: object): void {
  if (!isDeepStrictEqual(left, right))
    throw new Error(`REST reads ${JSON.stringify(left)}, MCP ${JSON.stringify(right)}`);
}
