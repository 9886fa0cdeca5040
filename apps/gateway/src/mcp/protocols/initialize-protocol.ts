import {
  ClientRequestSchema,
  InitializeRequestSchema,
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import { Injectable } from '@nestjs/common';
import { asToolError } from '../../platform/errors/error-mapping';
import { ContextMethods } from '../context/context-methods';
import { ConstantResult } from '../transport/constant-result';
import { CODES, errorReply, HttpReply, JsonRpcRequest, ProtocolFailure } from '../transport/json-rpc';
import { parsedArguments } from '../tools/lenient-arguments';
import { CAPABILITIES, INITIALIZE_VERSIONS } from './protocol';
import { ServerDescription } from './server-description';
import { callReply } from '../tools/call-result';
import { Caller, ToolCaller } from '../tools/tool-caller';
import { refuseCursor, ToolCatalogue } from '../tools/tool-catalogue';
import { selectionOf } from '../tools/tool-selection';

type Method = (request: JsonRpcRequest, caller: Caller) => HttpReply | Promise<HttpReply>;

/**
 * The MCP revisions 2024-11-05 to 2025-11-25, which start with `initialize`. There are no sessions: every request is
 * complete, so a table of methods serves it.
 */
@Injectable()
export class InitializeProtocol {
  readonly #methods = new Map<string, Method>([
    ['initialize', (request) => this.#initialize(request)],
    ['ping', ({ id }) => resultOf(id, {})],
    ['tools/list', (request, caller) => this.#listTools(request, caller)],
    ['tools/call', (request, caller) => this.#call(request, caller)],
  ]);
  #allTools: ConstantResult | undefined;

  constructor(
    private readonly catalogue: ToolCatalogue,
    private readonly tools: ToolCaller,
    private readonly description: ServerDescription,
    context: ContextMethods,
  ) {
    for (const [name, method] of context.table(CODES.resourceNotFound)) {
      this.#methods.set(name, async ({ id, params }) => resultOf(id, (await method(params)).result));
    }
  }

  /** Answers one request. */
  async answer(request: JsonRpcRequest, caller: Caller): Promise<HttpReply> {
    const { id, method: name } = request;
    const version = caller.headers['mcp-protocol-version'];
    if (version !== undefined && name !== 'initialize' && !INITIALIZE_VERSIONS.includes(String(version))) {
      const reason = `unsupported protocol version; supported: ${INITIALIZE_VERSIONS.join(', ')}`;
      return errorReply(400, id, CODES.invalidRequest, reason);
    }
    const method = this.#methods.get(name);
    if (method === undefined) return errorReply(200, id, CODES.methodNotFound, 'Method not found');
    try {
      return await method(request, caller);
    } catch (error) {
      const { code, message, data } = failureOf(request, error);
      return errorReply(200, id, code, message, data);
    }
  }

  #initialize(request: JsonRpcRequest): HttpReply {
    const { success, data } = InitializeRequestSchema.safeParse(request);
    if (!success) throw malformed(request);
    const { protocolVersion: asked } = data.params;
    return resultOf(request.id, {
      protocolVersion: SUPPORTED_PROTOCOL_VERSIONS.includes(asked) ? asked : LATEST_PROTOCOL_VERSION,
      capabilities: CAPABILITIES,
      serverInfo: this.description.info,
      instructions: this.description.instructions,
    });
  }

  /** The whole list is serialized and compressed once. */
  #listTools({ id, params }: JsonRpcRequest, { originalUrl = '' }: Caller): HttpReply {
    refuseCursor(params?.['cursor']);
    const selection = selectionOf(originalUrl);
    if (selection !== undefined) return resultOf(id, { tools: this.catalogue.listed(selection) });
    this.#allTools ??= new ConstantResult(JSON.stringify({ tools: this.catalogue.listed() }));
    return this.#allTools.reply(id);
  }

  async #call({ id, params }: JsonRpcRequest, caller: Caller): Promise<HttpReply> {
    if (params?.['task'] !== undefined) {
      const reason = 'tools are not called as tasks: call without params.task';
      return errorReply(200, id, CODES.methodNotFound, reason);
    }
    const tool = this.catalogue.named(params?.['name'], caller);
    return callReply(id, await this.tools.call(tool, parsedArguments(params?.['arguments']), caller));
  }
}

/** The members stand in the order in which these revisions have always been answered. */
function resultOf(id: JsonRpcRequest['id'], result: object): HttpReply {
  return { status: 200, body: JSON.stringify({ result, jsonrpc: '2.0', id }) };
}

/** A method that fails for params of a wrong form is answered with one sentence; a call names its own mistakes. */
function failureOf(request: JsonRpcRequest, cause: unknown): ProtocolFailure {
  const failure =
    cause instanceof ProtocolFailure
      ? cause
      : new ProtocolFailure(CODES.internalError, asToolError(cause).message);
  const { code } = failure;
  if (request.method === 'tools/call') return failure;
  if (code !== CODES.internalError && code !== CODES.invalidParams) return failure;
  return ClientRequestSchema.safeParse(request).success ? failure : malformed(request);
}

function malformed({ method }: JsonRpcRequest): ProtocolFailure {
  const reason = `the params of ${method} do not have the form the protocol asks for`;
  return new ProtocolFailure(CODES.invalidParams, reason);
}
