import { truncated } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { ContextMethods, type ContextResult, LIST_TTL_MS } from '../context/context-methods';
import { ConstantResult } from '../transport/constant-result';
import {
  CODES,
  errorReply,
  HttpReply,
  JsonRpcRequest,
  ProtocolFailure,
  resultReply,
} from '../transport/json-rpc';
import { CAPABILITIES, STATELESS_VERSIONS, SERVER_IDENTITY } from './protocol';
import { ServerDescription } from './server-description';
import { standardHeaderProblem } from './standard-headers';
import { callReply } from '../tools/call-result';
import { Caller, ToolCaller } from '../tools/tool-caller';
import { refuseCursor, ToolCatalogue } from '../tools/tool-catalogue';
import { selectionOf } from '../tools/tool-selection';

type Method = (request: JsonRpcRequest, caller: Caller) => HttpReply | Promise<HttpReply>;

/** Members of every result: its type and the identity of the server. */
const membersOf = (serverInfo: object) => ({
  resultType: 'complete',
  _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
});
const RESULT_MEMBERS = membersOf(SERVER_IDENTITY);
const RESULT_END = endOf(RESULT_MEMBERS);

/** The MCP revision 2026-07-28, without `initialize`: every request is complete, so a table of methods serves it. */
@Injectable()
export class StatelessProtocol {
  readonly #methods = new Map<string, Method>([
    ['tools/call', (request, caller) => this.#call(request, caller)],
    ['tools/list', (request, caller) => this.#listTools(request, caller)],
    [
      'server/discover',
      this.#list(
        () => ({
          supportedVersions: STATELESS_VERSIONS,
          capabilities: CAPABILITIES,
          instructions: this.server.instructions,
        }),
        () => this.server.info,
      ),
    ],
  ]);

  constructor(
    private readonly catalogue: ToolCatalogue,
    private readonly tools: ToolCaller,
    private readonly server: ServerDescription,
    context: ContextMethods,
  ) {
    for (const [name, method] of context.table(CODES.invalidParams)) {
      this.#methods.set(name, async ({ id, params }) => resultReply(id, contextJson(await method(params))));
    }
  }

  /** Answers one request whose envelope names `version`. */
  async answer(request: JsonRpcRequest, version: string | undefined, caller: Caller): Promise<HttpReply> {
    const refusal = versionRefusal(request.id, version);
    if (refusal !== undefined) return refusal;
    const problem = standardHeaderProblem(caller.headers, request);
    if (problem !== undefined)
      return errorReply(400, request.id, CODES.headerMismatch, `header mismatch: ${problem}`);
    const method = this.#methods.get(request.method);
    if (method === undefined) {
      return errorReply(
        404,
        request.id,
        CODES.methodNotFound,
        `unknown method: ${truncated(request.method)}`,
      );
    }
    try {
      return await method(request, caller);
    } catch (error) {
      if (!(error instanceof ProtocolFailure)) throw error;
      return errorReply(200, request.id, error.code, error.message, error.data);
    }
  }

  /** A method without arguments whose answer never changes: it is serialized and compressed once. */
  #list(result: () => object, serverInfo = (): object => SERVER_IDENTITY): Method {
    let constant: ConstantResult | undefined;
    return ({ id, params }) => {
      refuseCursor(params?.['cursor']);
      constant ??= new ConstantResult(
        `${JSON.stringify({ ...result(), ttlMs: LIST_TTL_MS, cacheScope: 'public' }).slice(0, -1)},${endOf(membersOf(serverInfo()))}`,
      );
      return constant.reply(id);
    };
  }

  readonly #allTools = this.#list(() => ({ tools: this.catalogue.listed() }));

  /** The whole list is made once; a narrowed one is made for each request, from schemas that are. */
  #listTools(request: JsonRpcRequest, caller: Caller): HttpReply | Promise<HttpReply> {
    const selection = selectionOf(caller.originalUrl ?? '');
    if (selection === undefined) return this.#allTools(request, caller);
    refuseCursor(request.params?.['cursor']);
    const result = { tools: this.catalogue.listed(selection) };
    return resultReply(request.id, contextJson({ result, ttlMs: LIST_TTL_MS }));
  }

  async #call({ id, params }: JsonRpcRequest, caller: Caller): Promise<HttpReply> {
    const tool = this.catalogue.named(params?.['name'], caller);
    const outcome = await this.tools.call(tool, params?.['arguments'], caller);
    return callReply(id, outcome, RESULT_MEMBERS);
  }
}

/** The refusal of a revision that this server does not support, or undefined. */
export function versionRefusal(
  id: JsonRpcRequest['id'] | null,
  version: string | undefined,
): HttpReply | undefined {
  if (version !== undefined && STATELESS_VERSIONS.includes(version)) return undefined;
  const requested = truncated(version ?? 'unknown');
  return errorReply(400, id, CODES.unsupportedVersion, `unsupported protocol version: ${requested}`, {
    supported: STATELESS_VERSIONS,
    requested,
  });
}

/** A cacheable result carries its TTL. It is the same for every client, so its scope is public. */
function contextJson({ result, ttlMs }: ContextResult): string {
  const whole = ttlMs === undefined ? result : { ...result, ttlMs, cacheScope: 'public' };
  return `${JSON.stringify(whole).slice(0, -1)},${RESULT_END}`;
}

/** The members behind those of a result, the closing brace included. */
function endOf(members: object): string {
  return JSON.stringify(members).slice(1);
}
