import { isName } from '@app/antelope';
import { accountsToCheck, Networks } from '@app/networks';
import { fail, type Network } from '@app/tooling';
import { Chains, type TablePage, type TableRowsQuery } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import type { GetChainInfoAnswer, GetChainInfoInput } from './dto/get-chain-info.dto';
import type { GetTableRowsAnswer, GetTableRowsInput } from './dto/get-table-rows.dto';
import { keepText } from '../json/answer-text';
import { describedTables, knownScopes } from './known-tables';
import { RowPages } from './row-page';
import { type Offered, tableRefusal } from './table-refusal';

@Injectable()
export class NodeProxyService {
  readonly #pages = new RowPages();
  /** Answers by page: equal reads of one moment share both. */
  readonly #answers = new WeakMap<TablePage, GetTableRowsAnswer>();

  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
  ) {}

  async chainInfo({ network }: GetChainInfoInput): Promise<GetChainInfoAnswer> {
    const info = await this.chains.of(network).info();
    return {
      network,
      real_funds: this.networks.of(network).realFunds,
      chain_id: info.chainId,
      head_block_num: info.headBlockNum,
      head_block_id: info.headBlockId,
      head_block_time: new Date(info.headBlockTimeMs).toISOString(),
      head_block_producer: info.headBlockProducer,
      last_irreversible_block_num: info.lastIrreversibleBlockNum,
      server_version: info.serverVersion,
    };
  }

  async tableRows(input: GetTableRowsInput): Promise<GetTableRowsAnswer> {
    const { network, table } = input;
    if (!isName(table)) fail('INVALID_VALUE', 'table', `"${table}" is not a name of the chain`);
    const chain = this.chains.of(network);
    const query = queryOf(input);
    try {
      const page = await this.#pages.read(
        `${network}/${input.code}/${table}/${input.scope}`,
        input.limit,
        (limit) => chain.tableRows({ ...query, limit }),
      );
      return this.#answers.get(page) ?? this.#answerOf(network, page);
    } catch (error) {
      throw (await tableRefusal(error, input, () => this.#offered(input))) ?? error;
    }
  }

  #answerOf(network: Network, page: TablePage): GetTableRowsAnswer {
    const { rows, more, nextKey } = page;
    const answer = keepText({ network, rows: [...rows], more, next_key: nextKey });
    this.#answers.set(page, answer);
    return answer;
  }

  async #offered({ network, code }: GetTableRowsInput): Promise<Offered> {
    const { profile } = this.networks.of(network);
    const contract = await this.chains.of(network).abi(code);
    const tables = contract?.abi.tables.map(({ name }) => String(name));
    return {
      tables: tables && describedTables(tables, knownScopes(profile, code)),
      contracts: await this.#existingContracts(network),
    };
  }

  /** Of the profile. */
  async #existingContracts(network: Network): Promise<string[]> {
    const chain = this.chains.of(network);
    const accounts = accountsToCheck(this.networks.of(network).profile);
    const contracts = await Promise.all(accounts.map((account) => chain.abi(account)));
    return accounts.filter((_, index) => contracts[index]);
  }
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
