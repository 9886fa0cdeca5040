import { NO_LIMIT } from '@app/rate-limit';
import { readInput, ToolError, toolError, type ToolDefinition } from '@app/tooling';

/** Named examples of one answer, as OpenAPI lists them. */
export type Examples = Record<string, { summary?: string; value: { error: string } }>;

const example = (error: string): { value: { error: string } } => ({ value: { error } });

/**
 * Examples of what a tool answers with each error status. The texts are made by the code that makes
 * them at run time: the input reader and the error table. Without a rate limit there is no such refusal.
 */
export function errorExamples(tool: ToolDefinition, limitPerMinute: number): Record<string, Examples> {
  return {
    '400': badRequests(tool),
    '404': { 'no such tool': example(toolError('UNKNOWN_TOOL', `${tool.name}s`).message) },
    ...(limitPerMinute === NO_LIMIT
      ? {}
      : {
          '429': {
            'rate limit': example(toolError('RATE_LIMITED', tool.bucket, limitPerMinute, 60, 17).message),
          },
        }),
    default: {
      'another method (405)': example(
        toolError('METHOD_NOT_ALLOWED', 'PUT', 'POST with a JSON body').message,
      ),
      'body too large (413)': example(toolError('BODY_TOO_LARGE', 262_144).message),
      'compressed body (415)': example(toolError('UNSUPPORTED_ENCODING', 'gzip').message),
      'defect of the service (500)': example(toolError('INTERNAL').message),
      'service stopping (503)': example(toolError('SHUTTING_DOWN').message),
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
      ? { 'unknown account': example(toolError('UNKNOWN_ACCOUNT', 'nosuch', 'mainnet').message) }
      : {}),
    'network not configured': example(toolError('NETWORK_NOT_CONFIGURED', 'testnet').message),
  };
}

function refusalOf(tool: ToolDefinition, input: object): string | undefined {
  try {
    readInput(tool.input, input);
    return undefined;
  } catch (error) {
    if (error instanceof ToolError) return error.message;
    throw error;
  }
}
