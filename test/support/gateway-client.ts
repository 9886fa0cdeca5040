/** Calls tools the way a stranger would: plain HTTP, no code of the project. */
export type Answer = Record<string, unknown>;

export interface ToolResult {
  readonly ok: boolean;
  /** The answer, or `{error}`. */
  readonly body: Answer;
}

export type CallTool = (name: string, input: Answer) => Promise<ToolResult>;

export const overRest =
  (url: string): CallTool =>
  async (name, input) => {
    const answer = await fetch(`${url}/v1/tools/${name}`, { method: 'POST', body: JSON.stringify(input) });
    return { ok: answer.status === 200, body: (await answer.json()) as Answer };
  };

interface McpResult {
  readonly isError?: boolean;
  readonly structuredContent?: Answer;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}

export const overMcp =
  (url: string): CallTool =>
  async (name, input) => {
    const answer = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 7,
        method: 'tools/call',
        params: { name, arguments: input },
      }),
    });
    const { result, error } = (await answer.json()) as { result?: McpResult; error?: { message: string } };
    if (!result) throw new Error(`protocol error: ${error?.message}`);
    const text = result.content[0]!.text;
    if (result.isError) {
      if (result.structuredContent) throw new Error('a failed tool must not carry structuredContent');
      return { ok: false, body: { error: text } };
    }
    // The two forms must be the same to the letter.
    if (text !== JSON.stringify(result.structuredContent)) throw new Error(`text differs: ${text}`);
    return { ok: true, body: result.structuredContent! };
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
