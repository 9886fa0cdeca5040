import { measured, quotedText } from '../../json/answer-text';
import type { HttpReply, RequestId } from '../transport/json-rpc';
import type { ToolOutcome } from './tool-caller';

/**
 * The reply to a tool call. The text of the answer equals its structured content byte for byte, so that one
 * serialization makes both.
 * @param end of the result: what follows its members, the closing brace included
 */
export function callReply(id: RequestId, outcome: ToolOutcome, end: string): HttpReply {
  const start = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":`;
  const texts = outcome.isError
    ? [quotedText(measured(outcome.message)), measured(`}],"isError":true${end}}`)]
    : [outcome.answer.quoted, measured('}],"structuredContent":'), outcome.answer.json, measured(`${end}}`)];
  return { status: 200, headers: outcome.headers, body: [measured(start), ...texts] };
}
