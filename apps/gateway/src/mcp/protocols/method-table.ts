import {
  InitializeRequestSchema,
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import { CONSISTENCY_NAME } from '@app/operations';
import { Injectable } from '@nestjs/common';
import { ContextMethods, LIST_TTL_MS } from '../context/context-methods';
import { callReply } from '../tools/call-result';
import { type Caller, ToolCaller } from '../tools/tool-caller';
import { refuseCursor, ToolCatalogue } from '../tools/tool-catalogue';
import { selectionOf } from '../tools/tool-selection';
import { ConstantResult } from '../transport/constant-result';
import { errorReply, type HttpReply, type JsonRpcRequest } from '../transport/json-rpc';
import { metaOf } from './envelope';
import { INITIALIZE_REVISIONS, malformed } from './initialize-revisions';
import { CAPABILITIES, STATELESS_VERSIONS } from './protocol';
import type { MethodResult, Revision } from './revision';
import { ServerDescription } from './server-description';
import { STATELESS_REVISION } from './stateless-revision';

type Method = (request: JsonRpcRequest, revision: Revision, caller: Caller) => HttpReply | Promise<HttpReply>;

/** A method, and the revisions that have it where not all of them do. */
interface Row {
  readonly answer: Method;
  readonly only?: Revision;
}

/**
 * The methods of all revisions of MCP. There are no sessions: every request is complete, so a table of methods serves
 * it, and its revision has the form of the reply.
 */
@Injectable()
export class MethodTable {
  readonly #rows: ReadonlyMap<string, Row>;

  constructor(
    private readonly catalogue: ToolCatalogue,
    private readonly tools: ToolCaller,
    private readonly description: ServerDescription,
    context: ContextMethods,
  ) {
    this.#rows = new Map<string, Row>([
      ['initialize', { only: INITIALIZE_REVISIONS, answer: result((request) => this.#initialize(request)) }],
      ['ping', { only: INITIALIZE_REVISIONS, answer: result(() => ({ result: {} })) }],
      ['server/discover', { only: STATELESS_REVISION, answer: constantList(() => this.#discovery()) }],
      ['tools/list', { answer: this.#toolList() }],
      ['tools/call', { answer: (request, revision, caller) => this.#call(request, revision, caller) }],
      ...context
        .table()
        .map(([name, method]): [string, Row] => [
          name,
          { answer: result(({ params }, { resourceNotFound }) => method(params, resourceNotFound)) },
        ]),
    ]);
  }

  /** Answers one request of a revision. */
  async answer(request: JsonRpcRequest, revision: Revision, caller: Caller): Promise<HttpReply> {
    const refusal = revision.refusal(request, caller);
    if (refusal !== undefined) return refusal;
    const row = this.#rows.get(request.method);
    if (row === undefined || (row.only !== undefined && row.only !== revision)) {
      return revision.unknownMethod(request);
    }
    try {
      return await row.answer(request, revision, caller);
    } catch (error) {
      const { code, message, data } = revision.failureOf(request, error);
      return errorReply(200, request.id, code, message, data);
    }
  }

  #initialize(request: JsonRpcRequest): MethodResult {
    const { success, data } = InitializeRequestSchema.safeParse(request);
    if (!success) throw malformed(request);
    const { protocolVersion: asked } = data.params;
    return {
      result: {
        protocolVersion: SUPPORTED_PROTOCOL_VERSIONS.includes(asked) ? asked : LATEST_PROTOCOL_VERSION,
        capabilities: CAPABILITIES,
        serverInfo: this.description.info,
        instructions: this.description.instructions,
      },
    };
  }

  #discovery(): MethodResult {
    const { info: serverInfo, instructions } = this.description;
    const result = { supportedVersions: STATELESS_VERSIONS, capabilities: CAPABILITIES, instructions };
    return { result, ttlMs: LIST_TTL_MS, serverInfo };
  }

  /** The whole list is made once; a narrowed one is made for each request, from schemas that are. */
  #toolList(): Method {
    const listed = (selection?: string): MethodResult => ({
      result: { tools: this.catalogue.listed(selection) },
      ttlMs: LIST_TTL_MS,
    });
    const all = constantList(() => listed());
    const selected = result(({ params }, _revision, { originalUrl = '' }) => {
      refuseCursor(params?.['cursor']);
      return listed(selectionOf(originalUrl));
    });
    return (request, revision, caller) =>
      (selectionOf(caller.originalUrl ?? '') === undefined ? all : selected)(request, revision, caller);
  }

  async #call({ id, params }: JsonRpcRequest, revision: Revision, caller: Caller): Promise<HttpReply> {
    const tool = this.catalogue.named(params?.['name'], caller);
    const token = metaOf(params)?.[CONSISTENCY_NAME];
    const outcome = await this.tools.call(tool, params?.['arguments'], caller, token);
    return callReply(id, outcome, revision.callMembers);
  }
}

/** A method whose result is made for each request. */
function result(
  method: (
    request: JsonRpcRequest,
    revision: Revision,
    caller: Caller,
  ) => MethodResult | Promise<MethodResult>,
): Method {
  return async (request, revision, caller) =>
    revision.resultReply(request.id, revision.resultJson(await method(request, revision, caller)));
}

/** A list of one page that never changes: it is serialized and compressed once for each family of revisions. */
function constantList(list: () => MethodResult): Method {
  const constants = new Map<Revision, ConstantResult>();
  return ({ id, params }, revision) => {
    refuseCursor(params?.['cursor']);
    const known = constants.get(revision);
    if (known !== undefined) return known.reply(id);
    const constant = new ConstantResult(revision.resultJson(list()));
    constants.set(revision, constant);
    return constant.reply(id);
  };
}
