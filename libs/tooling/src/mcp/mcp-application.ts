import type { IncomingHttpHeaders } from 'node:http';
import { asToolError } from '../errors/as-tool-error';
import type { ToolError } from '../errors/tool-error';
import type { AnswerText } from '../json/answer-text';
import type { ToolDefinition } from '../declare/list-tools';

/** The sender of a message. */
export interface Caller {
  readonly headers: IncomingHttpHeaders;
  /** Path and query, which may narrow the tools. */
  readonly originalUrl?: string;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** A call of a tool. */
export interface ToolCall {
  readonly tool: ToolDefinition;
  readonly caller: Caller;
  /** The request as guards and parameters of the tool see it. */
  readonly request: Pick<Caller, 'headers' | 'socket'> & { readonly body: unknown };
  /** Headers of the HTTP answer. */
  readonly response: {
    readonly headers: Readonly<Record<string, string>>;
    readonly setHeader: (name: string, value: string) => void;
  };
  /** `_meta` of the call. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Further members of `_meta` of the result. */
  readonly resultMeta: Record<string, unknown>;
}

/** A result of the protocol. */
export interface MethodResult {
  readonly result: object;
  /** How long a client may cache it, in the newest revision. */
  readonly ttlMs?: number;
  /** The description of this server, where the whole one is asked for. */
  readonly serverInfo?: object;
}

/** @param notFound error code of the revision for an unknown resource. @throws ProtocolFailure for a refused request */
export type McpMethod = (
  params: Readonly<Record<string, unknown>> | undefined,
  notFound: number,
) => Promise<MethodResult> | MethodResult;

/** Name and version of a server. */
export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
}

/** How an application serves its tools over MCP; an application of more than tools extends it. */
export class McpApplication {
  readonly capabilities: object = { tools: {} };

  constructor(
    readonly identity: ServerIdentity,
    private readonly rules?: string,
  ) {}

  /** For models: rules that hold across tools. */
  get instructions(): string | undefined {
    return this.rules;
  }

  /** The identity and what clients display beside it. */
  get info(): object {
    return this.identity;
  }

  /** Methods besides those of tools, by name. */
  methods(): readonly (readonly [name: string, method: McpMethod])[] {
    return [];
  }

  /** Answers a call of a tool. @param make calls the method, behind its guards */
  answer(_call: ToolCall, make: () => Promise<AnswerText>): Promise<AnswerText> {
    return make();
  }

  /** Called at the end of each call of a tool. @param error undefined: it has an answer */
  ended?(call: ToolCall, error?: ToolError): void;

  /** The error that a client reads. */
  errorOf(cause: unknown): ToolError {
    return asToolError(cause);
  }
}
