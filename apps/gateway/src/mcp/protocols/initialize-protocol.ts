import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  CallToolResult,
  ClientRequestSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { ContextMethods } from '../context/context-methods';
import { ConstantResult } from '../transport/constant-result';
import { CODES, errorReply, HttpReply, JsonRpcRequest, ProtocolFailure } from '../transport/json-rpc';
import { parsedArguments } from '../tools/lenient-arguments';
import { MultiplexTransport } from '../transport/multiplex-transport';
import { CAPABILITIES, INITIALIZE_VERSIONS } from './protocol';
import { ServerDescription } from './server-description';
import { callReply } from '../tools/call-result';
import { Caller, ToolCaller, ToolOutcome } from '../tools/tool-caller';
import { refuseCursor, ToolCatalogue } from '../tools/tool-catalogue';
import { selectionOf } from '../tools/tool-selection';

/** Longer than the deadlines of any tool: a call that waits this long gets no answer any more. */
const ANSWER_TIMEOUT_MS = 60_000;

/** A request that waits for its answer: the caller, and of a tool the arguments and the outcome. */
interface PendingCall {
  readonly caller: Caller;
  readonly args: unknown;
  outcome: ToolOutcome | undefined;
}

/**
 * Takes the place of a tool's answer in the SDK, which would validate and copy the answer; the reply is made of the
 * outcome of the call.
 */
const PLACEHOLDER: CallToolResult = { content: [] };

/**
 * The MCP revisions 2024-11-05 to 2025-11-25, which start with `initialize`. Without sessions: one SDK server answers
 * all clients.
 */
@Injectable()
export class InitializeProtocol implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #transport = new MultiplexTransport<PendingCall>(ANSWER_TIMEOUT_MS);
  #server: Server | undefined;
  #tools: ConstantResult | undefined;

  constructor(
    private readonly catalogue: ToolCatalogue,
    private readonly tools: ToolCaller,
    private readonly context: ContextMethods,
    private readonly description: ServerDescription,
  ) {}

  /** Number of requests that wait for their answer. */
  get waiting(): number {
    return this.#transport.size;
  }

  /** After the initialization of all modules, in which the tools are found that the description names. */
  async onApplicationBootstrap(): Promise<void> {
    const { info, instructions } = this.description;
    const server = new Server(info, {
      capabilities: CAPABILITIES,
      instructions,
      jsonSchemaValidator: new AjvJsonSchemaValidator(),
    });
    this.#server = server;
    server.setRequestHandler(ListToolsRequestSchema, ({ params }, { requestId }) => {
      refuseCursor(params?.cursor);
      const url = this.#transport.contextOf(requestId)?.caller.originalUrl ?? '';
      return { tools: this.catalogue.listed(selectionOf(url)) as object[] as [] };
    });
    const methods = this.context.table(CODES.resourceNotFound);
    // the SDK passes on every method it has no handler for, so that one table serves all revisions
    server.fallbackRequestHandler = async ({ method: name, params }) => {
      const method = methods.get(name);
      if (method === undefined) throw new ProtocolFailure(CODES.methodNotFound, 'Method not found');
      return (await method(params)).result as Record<string, unknown>;
    };
    server.setRequestHandler(CallToolRequestSchema, ({ params }, { requestId }) =>
      this.#call(params.name, requestId),
    );
    await server.connect(this.#transport);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#server?.close();
  }

  /** Answers one request; `signal` aborts when its client disconnects. */
  async answer(request: JsonRpcRequest, caller: Caller, signal: AbortSignal): Promise<HttpReply> {
    const version = caller.headers['mcp-protocol-version'];
    if (
      version !== undefined &&
      request.method !== 'initialize' &&
      !INITIALIZE_VERSIONS.includes(String(version))
    ) {
      const supported = INITIALIZE_VERSIONS.join(', ');
      return errorReply(
        400,
        request.id,
        CODES.invalidRequest,
        `unsupported protocol version; supported: ${supported}`,
      );
    }
    if (request.method === 'tools/call' && request.params?.['task'] !== undefined) {
      const reason = 'tools are not called as tasks: call without params.task';
      return errorReply(200, request.id, CODES.methodNotFound, reason);
    }
    const call: PendingCall = { caller, args: argumentsOf(request), outcome: undefined };
    try {
      if (request.method === 'tools/call') this.catalogue.named(request.params?.['name'], caller);
      const answer = await this.#transport.exchange(withoutArguments(request), call, signal);
      if ('error' in answer && isMalformed(request, answer.error.code)) {
        const reason = `the params of ${request.method} do not have the form the protocol asks for`;
        return errorReply(200, request.id, CODES.invalidParams, reason);
      }
      if ('result' in answer) {
        if (call.outcome !== undefined) return callReply(request.id, call.outcome);
        if (isWholeList(request, caller)) return this.#allTools(request.id);
      }
      return { status: 200, body: JSON.stringify(answer) };
    } catch (error) {
      if (!(error instanceof ProtocolFailure)) throw error;
      return errorReply(200, request.id, error.code, error.message, error.data);
    }
  }

  /** The list that the SDK has answered with, serialized and compressed once. */
  #allTools(id: JsonRpcRequest['id']): HttpReply {
    this.#tools ??= new ConstantResult(JSON.stringify({ tools: this.catalogue.listed() }));
    return this.#tools.reply(id);
  }

  async #call(name: string, requestId: unknown): Promise<CallToolResult> {
    const call = this.#transport.contextOf(requestId);
    if (call === undefined) throw new ProtocolFailure(CODES.internalError, 'the client disconnected');
    const tool = this.catalogue.named(name, call.caller);
    call.outcome = await this.tools.call(tool, call.args, call.caller);
    return PLACEHOLDER;
  }
}

function isWholeList({ method }: JsonRpcRequest, { originalUrl = '' }: Caller): boolean {
  return method === 'tools/list' && selectionOf(originalUrl) === undefined;
}

function argumentsOf({ method, params }: JsonRpcRequest): unknown {
  return method === 'tools/call' ? parsedArguments(params?.['arguments']) : undefined;
}

/** Arguments bypass the SDK: the tool's own validation refuses a value that is no object. */
function withoutArguments(request: JsonRpcRequest): JsonRpcRequest {
  if (request.method !== 'tools/call') return request;
  return { ...request, params: { ...request.params, arguments: {} } };
}

/** The SDK reports params of a wrong form as an internal error, with all validation issues as JSON. */
function isMalformed(request: JsonRpcRequest, code: number): boolean {
  if (code !== CODES.internalError && code !== CODES.invalidParams) return false;
  return !ClientRequestSchema.safeParse(withoutArguments(request)).success;
}
