import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';

/** Answer of a tool. */
export interface ToolAnswer {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
}

/** A host that answers questions of the server: `elicitation/create` in forms. */
export type HostAnswer = (message: string) => object | Promise<object>;
const FORMS = { elicitation: { form: {} } };

/** A tool as a model sees it. */
interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: { readonly properties?: object; readonly required?: readonly string[] };
}

/** The methods that both generations of the official client have. */
interface AnyClient {
  listTools(): Promise<{ readonly tools: readonly ListedTool[] }>;
  close(): Promise<void>;
}

/** A call of a tool, which the client gives up at a signal. */
type CallTool = (
  request: { name: string; arguments: Record<string, unknown> },
  options: { signal?: AbortSignal },
) => Promise<unknown>;

/** An agent: an official client of MCP that started the signer. */
export class Agent {
  private constructor(
    readonly client: AnyClient,
    private readonly callTool: CallTool,
  ) {}

  /** The client of the protocol of 2026. */
  static async modern([command = '', ...args]: readonly string[], host?: HostAnswer): Promise<Agent> {
    const client = new ModernClient(
      { name: 'agent', version: '1.0.0' },
      { versionNegotiation: { mode: 'auto' }, ...(host && { capabilities: FORMS }) },
    );
    if (host !== undefined)
      client.setRequestHandler(
        'elicitation/create',
        async ({ params }) => (await host(params.message)) as ElicitResult,
      );
    await client.connect(new ModernTransport({ command, args }));
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    return new Agent(client as unknown as AnyClient, (...call) => client.callTool(...call));
  }

  /** The client of the protocol of 2025. */
  static async older([command = '', ...args]: readonly string[], host?: HostAnswer): Promise<Agent> {
    const client = new OlderClient(
      { name: 'agent', version: '1.0.0' },
      host === undefined ? {} : { capabilities: FORMS },
    );
    if (host !== undefined)
      client.setRequestHandler(
        ElicitRequestSchema,
        async ({ params }) => (await host(params.message)) as ElicitResult,
      );
    await client.connect(new OlderTransport({ command, args }));
    return new Agent(client as unknown as AnyClient, (request, options) =>
      client.callTool(request, undefined, options),
    );
  }

  async call(
    name: string,
    input: Record<string, unknown> = {},
    options: { signal?: AbortSignal } = {},
  ): Promise<ToolAnswer> {
    return (await this.callTool({ name, arguments: input }, options)) as ToolAnswer;
  }

  /** The text of an answer. */
  async text(name: string, input: Record<string, unknown> = {}): Promise<string> {
    return (await this.call(name, input)).content[0]!.text;
  }

  /** The members of an answer that is no refusal. */
  async json(name: string, input: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const { isError, content } = await this.call(name, input);
    expect({ text: content[0]!.text, isError }).toEqual({ text: content[0]!.text, isError: undefined });
    return JSON.parse(content[0]!.text) as Record<string, unknown>;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

/** Both generations of the official client. */
export const GENERATIONS = [
  ['2026', Agent.modern],
  ['2025', Agent.older],
] as const;
