import { Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { ExternalContextCreator } from '@nestjs/core';
import type { ToolDefinition } from '../../declare/list-tools';
import { AnswerText } from '../../json/answer-text';
import { type Caller, McpApplication, type ToolCall } from '../mcp-application';
import { metaOf } from '../protocols/envelope';
import { lenientArguments } from './lenient-arguments';

/** Result of a call: the answer, or the error message and its code; with the fields and `_meta` of the answer. */
export type ToolOutcome = {
  readonly headers: Readonly<Record<string, string>>;
  readonly meta: Readonly<Record<string, unknown>>;
} & (
  | { readonly isError: false; readonly answer: AnswerText }
  | { readonly isError: true; readonly message: string; readonly code: string }
);

type Handler = (...args: unknown[]) => Promise<object>;

/**
 * Calls a tool as its REST route would: the same application guards, the same validation of the input, the
 * same controller method. Enhancers that are bound to a controller class alone (`@UseGuards` on it) do not
 * run here: a controller is no provider, and the external context finds no module for it.
 */
@Injectable()
export class ToolCaller {
  readonly #handlers = new Map<string, Handler>();

  constructor(
    private readonly contexts: ExternalContextCreator,
    private readonly application: McpApplication,
  ) {}

  /** @param params of the message `tools/call` */
  async call(
    tool: ToolDefinition,
    params: Readonly<Record<string, unknown>> | undefined,
    caller: Caller,
  ): Promise<ToolOutcome> {
    const headers: Record<string, string> = {};
    const setHeader = (name: string, value: string): void => {
      headers[name] = value;
    };
    const { socket } = caller;
    const body = lenientArguments(tool.requestSchema, params?.['arguments']);
    const request = { headers: caller.headers, socket, body };
    const response = { headers, setHeader };
    const call: ToolCall = { tool, caller, request, response, meta: metaOf(params) ?? {}, resultMeta: {} };
    const make = async () => new AnswerText(await this.#handler(tool)(request, response));
    try {
      const answer = await this.application.answer(call, make);
      this.application.ended?.(call);
      return { isError: false, answer, headers, meta: call.resultMeta };
    } catch (cause) {
      const error = this.application.errorOf(cause);
      this.application.ended?.(call, error);
      return { isError: true, message: error.message, code: error.code, headers, meta: call.resultMeta };
    }
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
