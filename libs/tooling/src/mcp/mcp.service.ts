import { Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from './mcp-application';
import { type Classification, classify } from './protocols/classification';
import { INITIALIZE_REVISIONS } from './protocols/initialize-revisions';
import { MethodTable } from './protocols/method-table';
import { STATELESS_REVISION, versionRefusal } from './protocols/stateless-revision';
import { ACCEPTED, CODES, errorReply, HttpReply, idOf, ProtocolFailure } from './transport/json-rpc';

/** Answers a message by the rules of its revision. */
@Injectable()
export class McpService {
  constructor(private readonly methods: MethodTable) {}

  /** Answers the body of one POST. */
  async answer(body: unknown, caller: Caller): Promise<HttpReply> {
    if (Array.isArray(body)) {
      return errorReply(400, null, CODES.invalidRequest, 'batches are not supported: send one message');
    }
    const message = classified(body, caller.headers);
    if (message instanceof ProtocolFailure) {
      return errorReply(400, idOf(body), message.code, message.message, message.data);
    }
    // no session, so neither a notification nor an answer can be about anything
    if (message.kind === 'response') return ACCEPTED;
    const { version } = message;
    const id = message.kind === 'request' ? message.request.id : null;
    const refusal = version === undefined ? undefined : versionRefusal(id, version);
    if (refusal !== undefined) return refusal;
    if (message.kind === 'notification') return ACCEPTED;
    const revision = version === undefined ? INITIALIZE_REVISIONS : STATELESS_REVISION;
    return this.methods.answer(message.request, revision, caller);
  }
}

/** The form of a message, or its refusal. */
function classified(body: unknown, headers: IncomingHttpHeaders): Classification | ProtocolFailure {
  try {
    return classify(body, {
      version: header(headers, 'mcp-protocol-version'),
      method: header(headers, 'mcp-method'),
    });
  } catch (error) {
    if (error instanceof ProtocolFailure) return error;
    throw error;
  }
}

function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
