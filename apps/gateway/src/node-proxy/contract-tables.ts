import { fail } from '@app/tooling';
import { Chains } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { type AbiTable, abiTables } from './abi-tables';
import type { ContractTableInput, ContractTablesInput } from './dto/contract-tables.dto';

/** Scopes shown as examples of a table. */
const SHOWN_SCOPES = 10;

/** Tables named in an error. */
const SHOWN_TABLES = 100;

/** The tables of contracts, from their live ABIs. */
@Injectable()
export class ContractTables {
  constructor(private readonly chains: Chains) {}

  /** @throws ToolError for an account that is not there or has no contract */
  async all({ network, code }: ContractTablesInput): Promise<AbiTable[]> {
    const contract = await this.chains.of(network).abi(code);
    if (contract === undefined) return fail('UNKNOWN_ACCOUNT', code, network);
    if (contract === null) return fail('NOT_FOUND', `account ${code} has no contract on ${network}`);
    return abiTables(contract.abi);
  }

  /** One table with scopes that it has rows in. @throws ToolError naming the tables there are */
  async one({ network, code, table }: ContractTableInput): Promise<object> {
    const tables = await this.all({ network, code });
    const found = tables.find((one) => one.table === table);
    if (found === undefined) {
      const known = tables.slice(0, SHOWN_TABLES).map((one) => one.table);
      return fail(
        'NOT_FOUND',
        `table ${table} is not in the ABI of ${code}; tables: ${known.join(', ') || 'none'}`,
      );
    }
    const { rows, more } = await this.chains.of(network).tableByScope({ code, table, limit: SHOWN_SCOPES });
    return {
      ...{ network, code, ...found },
      scopes: rows.map(({ scope, count }) => ({ scope, rows: count })),
      more_scopes: more !== '',
      read_with: 'get_table_rows',
    };
  }
}
