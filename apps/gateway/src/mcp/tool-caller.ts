import { Metrics } from '@app/operations';
import { ToolDefinition, ToolError } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { ExternalContextCreator } from '@nestjs/core';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import type { IncomingHttpHeaders } from 'node:http';
import { lenientArguments } from './lenient-arguments';

/** Who calls: what the bucket guard tells clients apart by. */
export interface Caller {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** What a call came to: the answer as JSON text, or the message of what went wrong. */
export interface ToolOutcome {
  isError: boolean;
  text: string;
  answer: object | undefined;
  /** RateLimit-* and Retry-After, for the HTTP answer. */
  headers: Record<string, string>;
}

type Handler = (...args: unknown[]) => Promise<object>;

/**
 * Calls a tool as its REST route would: the same application guards, the same parameter pipe, the
 * same controller method. What Nest binds to a controller class alone (`@UseGuards` on it) does not
 * run here: a controller is no provider, and the external context finds no module for it. So the
 * bucket guard is an application guard.
 */
@Injectable()
export class ToolCaller {
  readonly #handlers = new Map<string, Handler>();

  constructor(
    private readonly contexts: ExternalContextCreator,
    private readonly metrics: Metrics,
  ) {}

  async call(tool: ToolDefinition, args: unknown, caller: Caller): Promise<ToolOutcome> {
    const headers: Record<string, string> = {};
    const request = {
      headers: caller.headers,
      socket: caller.socket,
      body: lenientArguments(tool.requestSchema, args),
    };
    const response = {
      setHeader: (name: string, value: string): void => {
        headers[name] = value;
      },
    };
    try {
      const answer = await this.#handler(tool)(request, response);
      this.metrics.toolCalls.inc({ tool: tool.name, surface: 'mcp', outcome: 'ok' });
      return { isError: false, text: JSON.stringify(answer), answer, headers };
    } catch (cause) {
      const error = asToolError(cause);
      this.metrics.toolCalls.inc({ tool: tool.name, surface: 'mcp', outcome: error.kind });
      return { isError: true, text: error.message, answer: undefined, headers };
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

function asToolError(cause: unknown): ToolError {
  return cause instanceof ToolError ? cause : new ToolError('INTERNAL', String(cause));
}
