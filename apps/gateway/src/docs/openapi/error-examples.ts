import { NO_LIMIT } from '@app/rate-limit';
import { type ErrorAnswer, toolError } from '@app/chain-tools';
import { ToolError, type ToolDefinition } from '@app/tooling';

/** Named examples of one answer, as OpenAPI lists them. */
export type Examples = Record<string, { summary?: string; value: ErrorAnswer }>;

const example = ({ message, code }: ToolError): { value: ErrorAnswer } => ({
  value: { error: message, code },
});

/**
 * Examples of what a tool answers with each error status. The texts are made by the code that makes
 * them at run time: the input reader and the error table. Without a rate limit there is no such refusal.
 */
export function errorExamples(tool: ToolDefinition, limitPerMinute: number): Record<string, Examples> {
  return {
    '400': badRequests(tool),
    '404': { 'no such tool': example(toolError('UNKNOWN_TOOL', `${tool.name}s`)) },
    ...(limitPerMinute === NO_LIMIT
      ? {}
      : {
          '429': {
            'rate limit': example(toolError('RATE_LIMITED', tool.kind, limitPerMinute, 60)),
          },
        }),
    default: {
      'another method (405)': example(toolError('METHOD_NOT_ALLOWED', 'PUT', 'POST with a JSON body')),
      'body too large (413)': example(toolError('BODY_TOO_LARGE', 262_144)),
      'compressed body (415)': example(toolError('UNSUPPORTED_ENCODING', 'gzip')),
      'defect of the service (500)': example(toolError('INTERNAL')),
      'service stopping (503)': example(toolError('SHUTTING_DOWN')),
    },
  };
}

function badRequests(tool: ToolDefinition): Examples {
  const [first = {}] = tool.examples;
  const inputs: Record<string, object> = {
    'fields missing': {},
    'unknown field': { ...first, netwrok: 'testnet' },
    'unknown network': { ...first, network: 'main' },
  };
  const refused = Object.entries(inputs).flatMap(([name, input]) => {
    const error = refusalOf(tool, input);
    return error === undefined ? [] : [[name, example(error)] as const];
  });
  return {
    ...Object.fromEntries(refused),
    ...('account' in first
      ? { 'unknown account': example(toolError('UNKNOWN_ACCOUNT', 'nosuch', 'mainnet')) }
      : {}),
    'network not configured': example(toolError('NETWORK_NOT_CONFIGURED', 'testnet')),
  };
}

function refusalOf(tool: ToolDefinition, input: object): ToolError | undefined {
  try {
    tool.read(input);
    return undefined;
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
}
