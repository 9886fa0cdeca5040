import { type KnownArguments, McpCompleter, McpResource, NETWORKS, ToolNetwork } from '@app/chain-tools';
import { ToolInput } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { ContractTables } from './contract-tables';
import { ContractTableInput, ContractTablesInput } from './dto/contract-tables.dto';
import { Network } from '../network/network';
import { NetworkRegistry } from '../network/network-registry';
import { knownContracts, networkFacts } from './network-facts';

/** Cache lifetime of texts that change with a profile, without a restart. */
const PROFILE_TTL_MS = 60_000;
/** The contract of an account changes seldom, its scopes often. */
const ABI_TTL_MS = 60_000;

@Injectable()
export class NodeProxyResources {
  constructor(
    private readonly networks: NetworkRegistry,
    private readonly tables: ContractTables,
  ) {}

  @McpResource('guide://networks', {
    name: 'networks',
    title: 'Networks, tokens and contracts',
    description:
      'Which networks this gateway serves, whether real funds are involved, and their contracts, tokens (with decimals) and pairs.',
    mimeType: 'application/json',
    ttlMs: PROFILE_TTL_MS,
  })
  networkFacts(): object {
    return { networks: this.networks.all().map(networkFacts) };
  }

  @McpResource('chain://{network}/tables/{code}', {
    name: 'tables',
    title: 'Tables of a contract',
    description: 'Every table of a contract with the fields and types of its rows, from the live ABI.',
    mimeType: 'application/json',
    ttlMs: ABI_TTL_MS,
    completions: { code: 'contracts' },
  })
  async contractTables(
    @ToolInput() { code }: ContractTablesInput,
    @ToolNetwork() network: Network,
  ): Promise<object> {
    return {
      network: network.name,
      code,
      tables: await this.tables.all(network, code),
      read_with: 'get_table_rows',
    };
  }

  @McpResource('chain://{network}/tables/{code}/{table}', {
    name: 'table',
    title: 'One table of a contract',
    description: 'The fields and types of the rows of one table, and scopes that it has rows in.',
    mimeType: 'application/json',
    ttlMs: ABI_TTL_MS,
    completions: { code: 'contracts', table: 'tables' },
  })
  contractTable(@ToolInput() input: ContractTableInput, @ToolNetwork() network: Network): Promise<object> {
    return this.tables.one(network, input);
  }

  @McpCompleter('contracts')
  contracts({ network }: KnownArguments): string[] {
    const configs = this.networks.all().filter(({ name }) => network === undefined || name === network);
    return [...new Set(configs.flatMap(knownContracts))];
  }

  @McpCompleter('tables')
  async tableNames({ network: asked, code }: KnownArguments): Promise<string[]> {
    const network = NETWORKS.find((name) => name === (asked ?? 'mainnet'));
    if (network === undefined || code === undefined) return [];
    return (await this.tables.all(this.networks.of(network), code)).map(({ table }) => table);
  }
}
