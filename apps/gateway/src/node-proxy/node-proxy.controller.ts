import { ReadTool, ToolNetwork } from '@app/chain-tools';
import { ToolController, ToolInput } from '@app/tooling';
import { GetChainInfoAnswer, GetChainInfoInput } from './dto/get-chain-info.dto';
import { GetTableRowsAnswer, GetTableRowsInput } from './dto/get-table-rows.dto';
import { NodeProxyService } from './node-proxy.service';
import { Network } from '../network/network';

@ToolController('Chain')
export class NodeProxyController {
  constructor(private readonly node: NodeProxyService) {}

  @ReadTool('get_chain_info', {
    title: 'Chain id, head block and time',
    description: 'Chain id, newest and newest irreversible block, and the time of the chain.',
    answer: GetChainInfoAnswer,
    isKept: true,
    examples: [{}, { network: 'testnet' }],
  })
  getChainInfo(@ToolNetwork(GetChainInfoInput) network: Network): Promise<GetChainInfoAnswer> {
    return this.node.chainInfo(network);
  }

  @ReadTool('get_table_rows', {
    title: 'Raw rows of any contract table',
    description:
      'Rows of any table of any contract, as the contract keeps them. A page stops before 60 kB and at the ' +
      'limit: `more` states whether rows are left; continue with `next_key` as lower_bound (upper_bound with ' +
      'reverse). An unknown table is refused with the tables of the contract and the scopes that are known; a ' +
      'scope without rows is an empty answer. The other read tools answer the same facts in plainer form where ' +
      'they exist.',
    answer: GetTableRowsAnswer,
    isKept: true,
    examples: [
      { code: 'btc.token', scope: 'alice', table: 'accounts' },
      { code: 'btc.token', scope: 'BTC', table: 'stat', limit: 1 },
    ],
  })
  getTableRows(
    @ToolInput() input: GetTableRowsInput,
    @ToolNetwork() network: Network,
  ): Promise<GetTableRowsAnswer> {
    return this.node.tableRows(network, input);
  }
}
