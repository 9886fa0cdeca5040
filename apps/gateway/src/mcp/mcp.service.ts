import { SETTINGS, type Settings } from '@app/operations';
import { toolError } from '@app/tooling';
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import { Inject, Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import { InitializeProtocol } from './protocols/initialize-protocol';
import { ACCEPTED, CODES, errorReply, HttpReply, idOf, JsonRpcRequest } from './transport/json-rpc';
import { StatelessProtocol, versionRefusal } from './protocols/stateless-protocol';
import { isOriginAllowed } from './transport/origin';
import type { Caller } from './tools/tool-caller';

/** Dispatches a message to the protocol of its revision. */
@Injectable()
export class McpService {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly initialize: InitializeProtocol,
    private readonly stateless: StatelessProtocol,
  ) {}

  /** The refusal of a page that may not call, or undefined. */
  originRefusal({ origin }: IncomingHttpHeaders): HttpReply | undefined {
    if (origin === undefined || isOriginAllowed(origin, this.settings.allowedOrigins, this.settings.host)) {
      return undefined;
    }
    const { status, message, code } = toolError('ORIGIN_NOT_ALLOWED', origin);
    return errorReply(status, null, CODES.invalidRequest, message, { code });
  }

  /** Answers the body of one POST. */
  async answer(body: unknown, caller: Caller): Promise<HttpReply> {
    if (Array.isArray(body)) {
      return errorReply(400, null, CODES.invalidRequest, 'batches are not supported: send one message');
    }
    const route = classifyInboundRequest({
      httpMethod: 'POST',
      protocolVersionHeader: header(caller.headers, 'mcp-protocol-version'),
      mcpMethodHeader: header(caller.headers, 'mcp-method'),
      mcpNameHeader: header(caller.headers, 'mcp-name'),
      body,
    });
    switch (route.kind) {
      case 'reject':
        return errorReply(route.httpStatus, idOf(body), route.code, withoutPrefix(route.message), route.data);
      case 'modern': {
        const { revision } = route.classification;
        if (route.messageKind === 'notification') return versionRefusal(null, revision) ?? ACCEPTED;
        return this.stateless.answer(route.message as JsonRpcRequest, revision, caller);
      }
      case 'legacy':
        // no session, so neither a notification nor an answer can be about anything
        if (route.reason === 'notification' || route.reason === 'response') return ACCEPTED;
        return this.initialize.answer(body as JsonRpcRequest, caller);
    }
  }
}

function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The SDK begins some messages with the name of their HTTP status. */
function withoutPrefix(message: string): string {
  return message.replace(/^Bad Request: /, '');
}
