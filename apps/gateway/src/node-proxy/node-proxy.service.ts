import { isName } from '@app/antelope';
import { accountsToCheck } from '@app/networks';
import { fail } from '@app/chain-tools';
import type { TablePage, TableRowsQuery } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import type { GetChainInfoAnswer } from './dto/get-chain-info.dto';
import type { GetTableRowsAnswer, GetTableRowsInput } from './dto/get-table-rows.dto';
import { assertContinuable } from './equal-keys';
import { describedTables, knownScopes } from './known-tables';
import { RowPages } from './row-page';
import { type Offered, tableRefusal } from './table-refusal';
import type { Network } from '../network/network';

@Injectable()
export class NodeProxyService {
  readonly #pages = new RowPages();

  async chainInfo(network: Network): Promise<GetChainInfoAnswer> {
    const info = await network.chain.info();
    return {
      network: network.name,
      real_funds: network.realFunds,
      chain_id: info.chainId,
      head_block_num: info.headBlockNum,
      head_block_id: info.headBlockId,
      head_block_time: new Date(info.headBlockTimeMs).toISOString(),
      head_block_producer: info.headBlockProducer,
      last_irreversible_block_num: info.lastIrreversibleBlockNum,
      server_version: info.serverVersion,
    };
  }

  async tableRows(network: Network, input: GetTableRowsInput): Promise<GetTableRowsAnswer> {
    const { table } = input;
    if (!isName(table)) fail('INVALID_VALUE', 'table', `"${table}" is not a name of the chain`);
    const page = await this.#page(network, input);
    assertContinuable(input, page);
    return answerOf(network, page);
  }

  async #page(network: Network, input: GetTableRowsInput): Promise<TablePage> {
    const { chain } = network;
    const query = queryOf(input);
    try {
      return await this.#pages.read(
        `${network.name}/${input.code}/${input.table}/${input.scope}`,
        input.limit,
        (limit) => chain.tableRows({ ...query, limit }),
      );
    } catch (error) {
      throw (await tableRefusal(error, input, () => this.#offered(network, input.code))) ?? error;
    }
  }

  async #offered(network: Network, code: string): Promise<Offered> {
    const { profile } = network;
    const contract = await network.chain.abi(code);
    const tables = contract?.abi.tables.map(({ name }) => String(name));
    return {
      tables: tables && describedTables(tables, knownScopes(profile, code)),
      contracts: await this.#existingContracts(network),
    };
  }

  /** Of the profile. */
  async #existingContracts(network: Network): Promise<string[]> {
    const { chain } = network;
    const accounts = accountsToCheck(network.profile);
    const contracts = await Promise.all(accounts.map((account) => chain.abi(account)));
    return accounts.filter((_, index) => contracts[index]);
  }
}

function answerOf(network: Network, { rows, more, nextKey }: TablePage): GetTableRowsAnswer {
  return { network: network.name, rows: [...rows], more, next_key: nextKey };
}

/** Members that were not given stay away: the node has its own defaults. */
function queryOf(input: GetTableRowsInput): TableRowsQuery {
  const { code, scope, table, lower_bound, upper_bound, index_position, key_type, reverse } = input;
  return {
    code,
    scope,
    table,
    reverse,
    ...(lower_bound === undefined ? {} : { lower_bound: String(lower_bound) }),
    ...(upper_bound === undefined ? {} : { upper_bound: String(upper_bound) }),
    ...(index_position === undefined ? {} : { index_position: String(index_position) }),
    ...(key_type === undefined ? {} : { key_type }),
  };
}
