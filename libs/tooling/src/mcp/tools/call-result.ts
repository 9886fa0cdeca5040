import { measured, quotedText } from '../../json/answer-text';
import type { HttpReply, RequestId } from '../transport/json-rpc';
import type { ToolOutcome } from './tool-caller';

/** Members of a result; those of `_meta` stand beside the code of an error. */
export interface ResultMembers {
  readonly _meta?: Readonly<Record<string, unknown>>;
  readonly resultType?: string;
}

/**
 * The reply to a tool call. The text of the answer equals its structured content byte for byte, so that one
 * serialization makes both.
 * @param members of every result besides those of the call
 */
export function callReply(
  id: RequestId,
  outcome: ToolOutcome,
  { _meta: ofAll, ...members }: ResultMembers = {},
): HttpReply {
  const _meta = Object.keys(outcome.meta).length === 0 ? ofAll : { ...ofAll, ...outcome.meta };
  const start = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":`;
  const texts = outcome.isError
    ? [
        quotedText(measured(outcome.message)),
        measured(`}],"isError":true${endOf({ ...members, _meta: { ..._meta, code: outcome.code } })}`),
      ]
    : [
        outcome.answer.quoted,
        measured('}],"structuredContent":'),
        outcome.answer.json,
        measured(endOf({ ...members, _meta })),
      ];
  return { status: 200, headers: outcome.headers, body: [measured(start), ...texts] };
}

/** The members behind those of a call, the closing braces of the result and the message included. */
function endOf(members: object): string {
  const text = JSON.stringify(members);
  return text === '{}' ? '}}' : `,${text.slice(1)}}`;
}
