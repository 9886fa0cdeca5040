import { kindOf, recordToolCall, runConsistent, stateHeads, VERIFIED_HEADER_NAME } from '@app/chain-tools';
import { CONSISTENCY_NAME, LimitedLog, Metrics, TRACING, type Tracing } from '@app/operations';
import { BucketGuard, type CountableRequest } from '@app/rate-limit';
import { type AnswerText, McpApplication, type ToolCall, type ToolError } from '@app/tooling';
import { Inject, Injectable } from '@nestjs/common';
import { isAtHand, KeptAnswers } from '../kept-answers/kept-answers';
import { asToolError } from '../platform/errors/error-mapping';
import { reasonOf } from '../platform/errors/failure-reason';
import { retryHeaders } from '../platform/errors/refusal';
import { ContextMethods } from './context/context-methods';
import { ServerDescription } from './server-description';
import { CAPABILITIES, SERVER_IDENTITY } from './server-info';

const FAILED = 'tool call over MCP failed';

/** The gateway over MCP: tools are counted, traced, logged and kept as over REST; resources and prompts stand beside them. */
@Injectable()
export class GatewayMcp extends McpApplication {
  override readonly capabilities = CAPABILITIES;

  constructor(
    private readonly description: ServerDescription,
    private readonly context: ContextMethods,
    private readonly metrics: Metrics,
    private readonly failures: LimitedLog,
    private readonly answers: KeptAnswers,
    private readonly guard: BucketGuard,
    @Inject(TRACING) private readonly tracing: Tracing | null,
  ) {
    super(SERVER_IDENTITY);
  }

  override get info(): object {
    return this.description.info;
  }

  override get instructions(): string {
    return this.description.instructions;
  }

  override methods() {
    return this.context.table();
  }

  /** The call counts in the bucket of its tool, and in no other. Its token of `_meta` wins over that of the header. */
  override answer(call: ToolCall, make: () => Promise<AnswerText>): Promise<AnswerText> {
    this.tracing?.annotate({ 'gen_ai.tool.name': call.tool.name });
    (call.caller as CountableRequest).isCounted = true;
    return runConsistent(call.meta[CONSISTENCY_NAME], () => this.#answer(call, make));
  }

  /** An answer that is at hand is counted, and the handler is not called. */
  async #answer({ tool, request, response }: ToolCall, make: () => Promise<AnswerText>): Promise<AnswerText> {
    const { body } = request;
    if (!tool.isKept || typeof body !== 'object' || body === null) return make();
    if (!(await this.guard.countEarly(kindOf(tool), request, response))) return make();
    const found = this.answers.of(tool.name, body);
    if (isAtHand(found)) {
      if (found.verified !== undefined) response.setHeader(VERIFIED_HEADER_NAME, found.verified);
      stateHeads(response, found);
      return found.text;
    }
    const text = await found.run(make);
    if (found.seen !== undefined) stateHeads(response, found.seen);
    found.keep({ text, verified: response.headers[VERIFIED_HEADER_NAME] });
    return text;
  }

  override ended({ tool, caller, response, resultMeta }: ToolCall, error?: ToolError): void {
    recordToolCall(this.metrics, { tool: tool.name, surface: 'mcp', failure: error?.kind });
    if (error !== undefined) {
      this.#log(tool.name, error, (caller as { readonly requestId?: string }).requestId);
      for (const [name, value] of Object.entries(retryHeaders(error.code))) response.setHeader(name, value);
    }
    // Hosts do not show header fields to what calls their tools.
    const token = response.headers[CONSISTENCY_NAME];
    if (token !== undefined) resultMeta[CONSISTENCY_NAME] = token;
  }

  override errorOf(cause: unknown): ToolError {
    return asToolError(cause);
  }

  /** The HTTP answer is a 200: the failure is in this log line only, not in that of the request. */
  #log(tool: string, error: ToolError, requestId: string | undefined): void {
    if (error.kind === 'RATE_LIMITED') return;
    const line = { requestId, tool, kind: error.kind };
    if (error.status >= 500) this.failures.error(`MCP ${error.kind}`, { ...line, err: error }, FAILED);
    else this.failures.warn(`MCP ${error.kind}`, { ...line, reason: reasonOf(error) }, FAILED);
  }
}
