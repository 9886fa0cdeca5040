import type { ToolResult } from '../../../harness/gateway/gateway-client';

/** The code of a refusal; undefined for an answer. */
export const codeOf = ({ ok, body }: ToolResult): string | undefined =>
  ok ? undefined : String(body['code']);
