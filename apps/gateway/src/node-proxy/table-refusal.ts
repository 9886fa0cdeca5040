import { toolErrorBecause } from '@app/chain-tools';
import { type ToolError } from '@app/tooling';
import { nameList, NodeAnswerError } from '@app/upstream';

const UNKNOWN_ACCOUNT = /^Fail to retrieve account for (\S+)/;
const UNKNOWN_TABLE = /^Table (\S+) is not specified in the ABI/;

interface Asked {
  readonly network: string;
  readonly code: string;
  readonly table: string;
}

/** The existing choices, for a refusal. */
export interface Offered {
  /** Tables of the contract, described; undefined when the account has no contract. */
  readonly tables: readonly string[] | undefined;
  /** Accounts of the profile that have contracts. */
  readonly contracts: readonly string[];
}

/** A node's refusal to read a table, with the existing tables; undefined for any other error. */
export async function tableRefusal(
  error: unknown,
  { network, code, table }: Asked,
  findOffered: () => Promise<Offered>,
): Promise<ToolError | undefined> {
  if (!(error instanceof NodeAnswerError)) return undefined;
  const isAccountUnknown = UNKNOWN_ACCOUNT.test(error.reason) || error.reason.startsWith('unknown key');
  if (!isAccountUnknown && !UNKNOWN_TABLE.test(error.reason)) {
    return toolErrorBecause(error, 'UPSTREAM_REFUSED', error.reason);
  }
  const { tables, contracts } = await findOffered();
  const others = `; contracts of the profile: ${nameList(contracts)}`;
  if (isAccountUnknown) {
    return toolErrorBecause(error, 'NOT_FOUND', `account ${code} does not exist on ${network}${others}`);
  }
  if (tables === undefined) {
    return toolErrorBecause(error, 'NOT_FOUND', `account ${code} has no contract on ${network}${others}`);
  }
  const known = `its tables: ${nameList(tables)}`;
  return toolErrorBecause(error, 'NOT_FOUND', `table ${table} is not in the ABI of ${code}; ${known}`);
}
