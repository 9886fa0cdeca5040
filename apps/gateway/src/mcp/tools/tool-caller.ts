import type { IncomingHttpHeaders } from 'node:http';
import { LimitedLog, Metrics, TRACING, type Tracing } from '@app/operations';
import { BucketGuard } from '@app/rate-limit';
import {
  type ErrorCode,
  recordToolCall,
  runConsistent,
  stateHeads,
  type ToolDefinition,
  type ToolError,
  VERIFIED_HEADER_NAME,
} from '@app/tooling';
import { Inject, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { ExternalContextCreator } from '@nestjs/core';
import { AnswerText } from '../../json/answer-text';
import { isAtHand, KeptAnswers } from '../../kept-answers/kept-answers';
import { asToolError } from '../../platform/errors/error-mapping';
import { reasonOf } from '../../platform/errors/failure-reason';
import { retryHeaders } from '../../platform/errors/refusal';
import { lenientArguments } from './lenient-arguments';

/** The caller: the facts by which the bucket guard identifies clients, and the request id of the log. */
export interface Caller {
  readonly requestId?: string;
  readonly headers: IncomingHttpHeaders;
  /** Path and query, which may narrow the tools. */
  readonly originalUrl?: string;
  readonly socket: { readonly remoteAddress?: string | undefined };
  /** Set by the call of a tool: the request counts in the bucket of that tool, and in no other. */
  isCounted?: boolean;
}

/** Result of a call: the answer, or the error message and its code; with RateLimit-* and Retry-After for the HTTP answer. */
export type ToolOutcome = { readonly headers: Record<string, string> } & (
  | { readonly isError: false; readonly answer: AnswerText }
  | { readonly isError: true; readonly message: string; readonly code: ErrorCode }
);

/** A call as guards and interceptors of a tool see it. */
interface CalledRequest extends Pick<Caller, 'headers' | 'socket'> {
  readonly body: unknown;
  isCounted: boolean;
}

interface CalledResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly setHeader: (name: string, value: string) => void;
}

const FAILED = 'tool call over MCP failed';

type Handler = (...args: unknown[]) => Promise<object>;

/**
 * Calls a tool as its REST route would: the same application guards, the same validation of the input, the
 * same controller method. Enhancers that are bound to a controller class alone (`@UseGuards` on it) do not
 * run here: a controller is no provider, and the external context finds no module for it. So the
 * bucket guard is an application guard.
 */
@Injectable()
export class ToolCaller {
  readonly #handlers = new Map<string, Handler>();

  constructor(
    private readonly contexts: ExternalContextCreator,
    private readonly metrics: Metrics,
    private readonly failures: LimitedLog,
    private readonly answers: KeptAnswers,
    private readonly guard: BucketGuard,
    @Inject(TRACING) private readonly tracing: Tracing | null,
  ) {}

  /** @param token of the block that the call needs, instead of that in the header: see runConsistent */
  async call(tool: ToolDefinition, args: unknown, caller: Caller, token?: unknown): Promise<ToolOutcome> {
    const headers: Record<string, string> = {};
    const request = {
      headers: caller.headers,
      socket: caller.socket,
      body: lenientArguments(tool.requestSchema, args),
      isCounted: false,
    };
    const response = {
      setHeader: (name: string, value: string): void => {
        headers[name] = value;
      },
    };
    this.tracing?.annotate({ 'gen_ai.tool.name': tool.name });
    caller.isCounted = true;
    try {
      const answer = await runConsistent(token, () => this.#answer(tool, request, { headers, ...response }));
      recordToolCall(this.metrics, { tool: tool.name, surface: 'mcp', failure: undefined });
      return { isError: false, answer, headers };
    } catch (cause) {
      const error = asToolError(cause);
      recordToolCall(this.metrics, { tool: tool.name, surface: 'mcp', failure: error.kind });
      this.#log(tool.name, error, caller.requestId);
      Object.assign(headers, retryHeaders(error.code));
      return { isError: true, message: error.message, code: error.code, headers };
    }
  }

  /** An answer that is at hand is counted, and the handler is not called. */
  async #answer(tool: ToolDefinition, request: CalledRequest, response: CalledResponse): Promise<AnswerText> {
    const make = async () => new AnswerText(await this.#handler(tool)(request, response));
    const { body } = request;
    if (!tool.isKept || typeof body !== 'object' || body === null) return make();
    if (!(await this.guard.countEarly(tool.bucket, request, response))) return make();
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

  /** The HTTP answer is a 200: the failure is in this log line only, not in that of the request. */
  #log(tool: string, error: ToolError, requestId: string | undefined): void {
    if (error.kind === 'RATE_LIMITED') return;
    const line = { requestId, tool, kind: error.kind };
    if (error.status >= 500) this.failures.error(`MCP ${error.kind}`, { ...line, err: error }, FAILED);
    else this.failures.warn(`MCP ${error.kind}`, { ...line, reason: reasonOf(error) }, FAILED);
  }

  #handler(tool: ToolDefinition): Handler {
    const known = this.#handlers.get(tool.name);
    if (known !== undefined) return known;
    const { controller, method } = tool;
    const callback = (controller as Record<string, Handler>)[method] as Handler;
    const handler = this.contexts.create(
      controller as Record<string, unknown>,
      callback,
      method,
      ROUTE_ARGS_METADATA,
      { exchangeKeyForValue: () => undefined },
      undefined,
      undefined,
      { guards: true, interceptors: true, filters: false },
    ) as Handler;
    this.#handlers.set(tool.name, handler);
    return handler;
  }
}
