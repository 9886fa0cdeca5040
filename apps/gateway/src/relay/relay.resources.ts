import { SETTINGS, type Settings } from '@app/operations';
import { McpResource, ToolNetwork } from '@app/chain-tools';
import { ToolInput } from '@app/tooling';
import { Inject, Injectable } from '@nestjs/common';
import { TransactionLocationInput } from './dto/transaction-location.dto';
import { Network } from '../network/network';
import { NetworkRegistry } from '../network/network-registry';
import { limitsGuide } from './limits-guide';
import { SIGNING_GUIDE } from './signing-guide';
import { TransactionLocations, type TransactionLocationText } from './transaction-locations';

/** Cache lifetime of texts that change with a deployment only. */
const DEPLOYMENT_TTL_MS = 3_600_000;
/** Cache lifetime of texts that change with a profile, without a restart. */
const PROFILE_TTL_MS = 60_000;
/** Cache lifetime of texts that change with every block. */
const BLOCK_TTL_MS = 500;

@Injectable()
export class RelayResources {
  constructor(
    private readonly networks: NetworkRegistry,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly locations: TransactionLocations,
  ) {}

  @McpResource('guide://signing', {
    name: 'signing',
    title: 'How to sign a proposal',
    description:
      'Digest and id formulas, the 65-byte form of a signature, the canonical rule, forms of keys, a worked example.',
    mimeType: 'text/markdown',
    ttlMs: DEPLOYMENT_TTL_MS,
  })
  signing(): string {
    return SIGNING_GUIDE;
  }

  @McpResource('guide://limits', {
    name: 'limits',
    title: 'Limits and relayed actions',
    description:
      'Requests per minute by bucket, and which actions push_transaction lets through on each network.',
    mimeType: 'text/markdown',
    ttlMs: PROFILE_TTL_MS,
  })
  limits(): string {
    return limitsGuide(this.settings, this.networks.all());
  }

  @McpResource('tx://{network}/{id}', {
    name: 'transaction',
    title: 'A transaction by its id',
    description: 'Whether a transaction is in a block, and in which one, as far as the nodes still know.',
    mimeType: 'application/json',
    ttlMs: BLOCK_TTL_MS,
  })
  transaction(
    @ToolInput() { id }: TransactionLocationInput,
    @ToolNetwork() network: Network,
  ): Promise<TransactionLocationText> {
    return this.locations.of(network, id);
  }
}
