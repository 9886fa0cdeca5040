import type { OutputSchema } from '@app/tooling';
import { undeclaredMembers } from './declared-members';

/** Calls tools like an independent client: plain HTTP, no code of the project. */
export type Answer = Record<string, unknown>;

export interface ToolResult {
  readonly ok: boolean;
  /** The answer, or `{error}`. */
  readonly body: Answer;
}

export type CallTool = (name: string, input: Answer) => Promise<ToolResult>;

/** @param headers of each request */
export const overRest =
  (url: string, headers: Record<string, string> = {}): CallTool =>
  async (name, input) => {
    const body = JSON.stringify(input);
    const answer = await fetch(`${url}/v1/tools/${name}`, { method: 'POST', headers, body });
    return { ok: answer.status === 200, body: (await answer.json()) as Answer };
  };

interface McpResult {
  readonly isError?: boolean;
  readonly structuredContent?: Answer;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}

interface ToolList {
  readonly tools: readonly { readonly name: string; readonly outputSchema: OutputSchema }[];
}

async function request<T>(url: string, method: string, params: object, headers = {}): Promise<T> {
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  });
  const { result, error } = (await answer.json()) as { result?: T; error?: { message: string } };
  if (!result) throw new Error(`protocol error: ${error?.message}`);
  return result;
}

/** The outputSchema of every tool, requested once per client. */
function outputSchemas(url: string): () => Promise<ReadonlyMap<string, OutputSchema>> {
  let listed: Promise<ReadonlyMap<string, OutputSchema>> | undefined;
  const list = async (): Promise<ReadonlyMap<string, OutputSchema>> => {
    const { tools } = await request<ToolList>(url, 'tools/list', {});
    return new Map(tools.map(({ name, outputSchema }) => [name, outputSchema]));
  };
  return () => (listed ??= list());
}

/** @param headers of each call */
export const overMcp = (url: string, headers: Record<string, string> = {}): CallTool => {
  const schemas = outputSchemas(url);
  return async (name, input) => {
    const result = await request<McpResult>(url, 'tools/call', { name, arguments: input }, headers);
    const text = result.content[0]!.text;
    if (result.isError) {
      if (result.structuredContent) throw new Error('a failed tool must not carry structuredContent');
      return { ok: false, body: { error: text } };
    }
    // The two forms must be identical.
    if (text !== JSON.stringify(result.structuredContent)) throw new Error(`text differs: ${text}`);
    const undeclared = undeclaredMembers((await schemas()).get(name)!, result.structuredContent);
    if (undeclared.length > 0) throw new Error(`${name} answers undeclared ${undeclared.join(', ')}`);
    return { ok: true, body: result.structuredContent! };
  };
};

/** The answer of a call that must succeed. */
export async function answerOf(call: Promise<ToolResult>): Promise<Answer> {
  const { ok, body } = await call;
  if (!ok) throw new Error(String(body.error));
  return body;
}

/** The message of a call that must be refused. */
export async function refusalOf(call: Promise<ToolResult>): Promise<string> {
  const { ok, body } = await call;
  if (ok) throw new Error(`expected a refusal, got ${JSON.stringify(body)}`);
  return String(body.error);
}
