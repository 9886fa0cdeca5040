import {
  InitializeRequestSchema,
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import { Injectable } from '@nestjs/common';
import { type Caller, McpApplication, type MethodResult } from '../mcp-application';
import { callReply } from '../tools/call-result';
import { ToolCaller } from '../tools/tool-caller';
import { refuseCursor, ToolCatalogue } from '../tools/tool-catalogue';
import { selectionOf } from '../tools/tool-selection';
import { ConstantResult } from '../transport/constant-result';
import { errorReply, type HttpReply, type JsonRpcRequest } from '../transport/json-rpc';
import { INITIALIZE_REVISIONS, malformed } from './initialize-revisions';
import type { Revision } from './revision';
import { STATELESS_REVISION } from './stateless-revision';
import { STATELESS_VERSIONS } from './versions';

/** Cache lifetime of the lists: they change with a deployment only. */
export const LIST_TTL_MS = 300_000;

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
    private readonly application: McpApplication,
  ) {
    this.#rows = new Map<string, Row>([
      [
        'initialize',
        { only: INITIALIZE_REVISIONS, answer: this.#result((request) => this.#initialize(request)) },
      ],
      ['ping', { only: INITIALIZE_REVISIONS, answer: this.#result(() => ({ result: {} })) }],
      ['server/discover', { only: STATELESS_REVISION, answer: this.#constantList(() => this.#discovery()) }],
      ['tools/list', { answer: this.#toolList() }],
      ['tools/call', { answer: (request, revision, caller) => this.#call(request, revision, caller) }],
      ...application
        .methods()
        .map(([name, method]): [string, Row] => [
          name,
          { answer: this.#result(({ params }, { resourceNotFound }) => method(params, resourceNotFound)) },
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
      const { code, message, data } = revision.failureOf(request, error, (cause) =>
        this.application.errorOf(cause),
      );
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
        capabilities: this.application.capabilities,
        serverInfo: this.application.info,
        instructions: this.application.instructions,
      },
    };
  }

  #discovery(): MethodResult {
    const { info: serverInfo, capabilities, instructions } = this.application;
    const result = { supportedVersions: STATELESS_VERSIONS, capabilities, instructions };
    return { result, ttlMs: LIST_TTL_MS, serverInfo };
  }

  /** The whole list is made once; a narrowed one is made for each request, from schemas that are. */
  #toolList(): Method {
    const listed = (selection?: string): MethodResult => ({
      result: { tools: this.catalogue.listed(selection) },
      ttlMs: LIST_TTL_MS,
    });
    const all = this.#constantList(() => listed());
    const selected = this.#result(({ params }, _revision, { originalUrl = '' }) => {
      refuseCursor(params?.['cursor']);
      return listed(selectionOf(originalUrl));
    });
    return (request, revision, caller) =>
      (selectionOf(caller.originalUrl ?? '') === undefined ? all : selected)(request, revision, caller);
  }

  async #call({ id, params }: JsonRpcRequest, revision: Revision, caller: Caller): Promise<HttpReply> {
    const tool = this.catalogue.named(params?.['name'], caller);
    const outcome = await this.tools.call(tool, params, caller);
    return callReply(id, outcome, revision.callMembers(this.application.identity));
  }

  /** A method whose result is made for each request. */
  #result(
    method: (
      request: JsonRpcRequest,
      revision: Revision,
      caller: Caller,
    ) => MethodResult | Promise<MethodResult>,
  ): Method {
    return async (request, revision, caller) =>
      revision.resultReply(
        request.id,
        revision.resultJson(await method(request, revision, caller), this.application.identity),
      );
  }

  /** A list of one page that never changes: it is serialized and compressed once for each family of revisions. */
  #constantList(list: () => MethodResult): Method {
    const constants = new Map<Revision, ConstantResult>();
    return ({ id, params }, revision) => {
      refuseCursor(params?.['cursor']);
      const known = constants.get(revision);
      if (known !== undefined) return known.reply(id);
      const constant = new ConstantResult(revision.resultJson(list(), this.application.identity));
      constants.set(revision, constant);
      return constant.reply(id);
    };
  }
}
