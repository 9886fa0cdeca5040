import { fail } from '@app/chain-tools';
import { Injectable } from '@nestjs/common';
import { type AbiTable, abiTables } from './abi-tables';
import type { Network } from '../network/network';

/** Scopes shown as examples of a table. */
const SHOWN_SCOPES = 10;

/** Tables named in an error. */
const SHOWN_TABLES = 100;

/** A table of a contract. */
interface WantedTable {
  readonly code: string;
  readonly table: string;
}

/** The tables of contracts, from their live ABIs. */
@Injectable()
export class ContractTables {
  /** @throws ToolError for an account that is not there or has no contract */
  async all(network: Network, code: string): Promise<AbiTable[]> {
    const contract = await network.chain.abi(code);
    if (contract === undefined) return fail('UNKNOWN_ACCOUNT', code, network.name);
    if (contract === null) return fail('NOT_FOUND', `account ${code} has no contract on ${network.name}`);
    return abiTables(contract.abi);
  }

  /** One table with scopes that it has rows in. @throws ToolError naming the tables there are */
  async one(network: Network, { code, table }: WantedTable): Promise<object> {
    const tables = await this.all(network, code);
    const found = tables.find((one) => one.table === table);
    if (found === undefined) {
      const known = tables.slice(0, SHOWN_TABLES).map((one) => one.table);
      return fail(
        'NOT_FOUND',
        `table ${table} is not in the ABI of ${code}; tables: ${known.join(', ') || 'none'}`,
      );
    }
    const { rows, more } = await network.chain.tableByScope({ code, table, limit: SHOWN_SCOPES });
    return {
      ...{ network: network.name, code, ...found },
      scopes: rows.map(({ scope, count }) => ({ scope, rows: count })),
      more_scopes: more !== '',
      read_with: 'get_table_rows',
    };
  }
}
