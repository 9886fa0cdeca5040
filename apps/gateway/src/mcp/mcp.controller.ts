import { All, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { ReadBody } from '../platform/surface';
import { measured } from '../json/answer-text';
import { sendTexts } from '../json/send-texts';
import { SURFACE_PATHS } from '../platform/surface-paths';
import { McpAnswers } from './mcp.openapi';
import { CODES, errorReply, HttpReply } from './transport/json-rpc';
import { McpService } from './mcp.service';
import { MessageLimit } from './transport/message-limit';
import { readMessage } from './transport/message-reader';
import { ToolCatalogue } from './tools/tool-catalogue';

@Controller(SURFACE_PATHS.mcp)
@ApiTags('MCP')
export class McpController {
  constructor(
    private readonly mcp: McpService,
    private readonly limit: MessageLimit,
    private readonly catalogue: ToolCatalogue,
  ) {}

  @Post()
  @ApiOperation({
    operationId: 'mcp',
    summary: 'The tools over the Model Context Protocol (streamable HTTP, stateless, JSON answers)',
    description: 'Revisions 2024-11-05 to 2025-11-25 (initialize) and 2026-07-28 (server/discover).',
  })
  @McpAnswers()
  async post(@Req() request: Request, @Res() response: Response): Promise<void> {
    const refusal = this.mcp.originRefusal(request.headers);
    send(request, response, refusal ?? (await this.#answer(request)));
  }

  /** There is no stream to open and no session to end; anything but 405 makes clients try again and again. */
  @All()
  @ApiExcludeEndpoint()
  other(@Req() request: Request, @Res() response: Response): void {
    const refusal = errorReply(
      405,
      null,
      CODES.invalidRequest,
      `method ${request.method} is not allowed here; use POST`,
    );
    send(
      request,
      response,
      this.mcp.originRefusal(request.headers) ?? { ...refusal, headers: { Allow: 'POST' } },
    );
  }

  async #answer(request: Request): Promise<HttpReply> {
    const early = this.limit.beforeReading(request);
    if (early !== undefined) return early;
    const body = await readMessage(request.body as ReadBody<Buffer>, {
      largeTools: this.catalogue.relayTools,
      onRead: (bytes) => this.limit.afterReading(request, bytes),
    });
    const message = 'reply' in body ? undefined : body.message;
    return this.limit.counted(request, message, () =>
      'reply' in body ? body.reply : this.mcp.answer(body.message, request),
    );
  }
}

function send(request: Request, response: Response, { status, headers = {}, body, gzip }: HttpReply): void {
  if (response.destroyed) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (body === undefined) {
    response.end();
    return;
  }
  response.setHeader('content-type', 'application/json; charset=utf-8');
  if (gzip !== undefined) response.vary('Accept-Encoding');
  if (gzip === undefined || request.acceptsEncodings('gzip', 'identity') !== 'gzip') {
    sendTexts(response, typeof body === 'string' ? [measured(body)] : body);
    return;
  }
  response.setHeader('content-encoding', 'gzip');
  response.end(gzip());
}
