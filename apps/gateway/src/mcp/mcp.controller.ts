import { SETTINGS, type Settings } from '@app/operations';
import { CODES, errorReply, type HttpReply, McpService, measured, ToolCatalogue } from '@app/tooling';
import { All, Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOperation, ApiTags } from '@nestjs/swagger';
import type * as express from 'express';
import type { ReadBody } from '../platform/surface';
import { sendTexts } from '../json/send-texts';
import { SURFACE_PATHS } from '../platform/surface-paths';
import { McpAnswers } from './mcp.openapi';
import { MessageLimit } from './transport/message-limit';
import { readMessage } from './transport/message-reader';
import { originRefusal } from './transport/origin';

@Controller(SURFACE_PATHS.mcp)
@ApiTags('MCP')
export class McpController {
  constructor(
    private readonly mcp: McpService,
    private readonly limit: MessageLimit,
    private readonly catalogue: ToolCatalogue,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post()
  @ApiOperation({
    operationId: 'mcp',
    summary: 'The tools over the Model Context Protocol (streamable HTTP, stateless, JSON answers)',
    description: 'Revisions 2024-11-05 to 2025-11-25 (initialize) and 2026-07-28 (server/discover).',
  })
  @McpAnswers()
  async post(@Req() request: express.Request, @Res() response: express.Response): Promise<void> {
    const refusal = originRefusal(request.headers.origin, this.settings);
    send(request, response, refusal ?? (await this.#answer(request)));
  }

  /** There is no stream to open and no session to end; anything but 405 makes clients try again and again. */
  @All()
  @ApiExcludeEndpoint()
  other(@Req() request: express.Request, @Res() response: express.Response): void {
    const refusal = errorReply(
      405,
      null,
      CODES.invalidRequest,
      `method ${request.method} is not allowed here; use POST`,
    );
    send(
      request,
      response,
      originRefusal(request.headers.origin, this.settings) ?? { ...refusal, headers: { Allow: 'POST' } },
    );
  }

  async #answer(request: express.Request): Promise<HttpReply> {
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

function send(
  request: express.Request,
  response: express.Response,
  { status, headers = {}, body, gzip }: HttpReply,
): void {
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
