import { All, Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { McpService } from './mcp.service';
import { CODES, errorReply, type HttpReply } from './transport/json-rpc';

/** Injection token of the origins of web pages that may call. */
export const ALLOWED_ORIGINS = Symbol('the origins of web pages that may call');

/** MCP over streamable HTTP, without sessions: every answer is one JSON document. */
@Controller('mcp')
@ApiExcludeController()
export class McpController {
  constructor(
    private readonly mcp: McpService,
    @Inject(ALLOWED_ORIGINS) private readonly origins: readonly string[],
  ) {}

  @Post()
  async post(
    @Req() request: IncomingMessage & { readonly body?: unknown; readonly originalUrl?: string },
    @Res() response: ServerResponse,
  ): Promise<void> {
    const { origin } = request.headers;
    if (origin === undefined || this.origins.includes(origin))
      send(response, await this.mcp.answer(request.body, request));
    else send(response, errorReply(403, null, CODES.invalidRequest, 'pages of this origin may not call'));
  }

  /** There is no stream to open and no session to end. */
  @All()
  other(@Res() response: ServerResponse): void {
    const refusal = errorReply(405, null, CODES.invalidRequest, 'use POST');
    send(response, { ...refusal, headers: { Allow: 'POST' } });
  }
}

function send(response: ServerResponse, { status, headers = {}, body }: HttpReply): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (body !== undefined) response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(typeof body === 'string' ? body : body?.map(({ text }) => text).join(''));
}
