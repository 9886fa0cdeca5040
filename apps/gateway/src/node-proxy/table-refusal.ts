import { toolErrorBecause, type ToolError } from '@app/tooling';
import { NodeAnswerError } from '@app/upstream';

const UNKNOWN_ACCOUNT = /^Fail to retrieve account for (\S+)/;
const UNKNOWN_TABLE = /^Table (\S+) is not specified in the ABI/;

interface Asked {
  readonly network: string;
  readonly code: string;
  readonly table: string;
}

/** What a node says against reading a table, in words for who asked; undefined for any other error. */
export function tableRefusal(error: unknown, { network, code, table }: Asked): ToolError | undefined {
  if (!(error instanceof NodeAnswerError)) return undefined;
  if (UNKNOWN_ACCOUNT.test(error.reason) || error.reason.startsWith('unknown key')) {
    return toolErrorBecause(error, 'UNKNOWN_ACCOUNT', code, network);
  }
  if (UNKNOWN_TABLE.test(error.reason)) {
    return toolErrorBecause(error, 'NOT_FOUND', `table ${table} is not in the ABI of ${code}`);
  }
  return toolErrorBecause(error, 'UPSTREAM_REFUSED', error.reason);
}
