import { Networks } from '@app/networks';
import { CLOCK, Metrics, RANDOM, type Clock, type RandomBelow } from '@app/operations';
import { OraclePrices } from '@app/prices';
import { AffectedAccounts, Composer } from '@app/proposals';
import { Chains } from '@app/upstream';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { AffectedSets } from '../composing/affected-sets';
import { BitcoinAddresses } from '../lookups/bitcoin-addresses';
import { BridgeFees } from '../lookups/bridge-fees/bridge-fees';
import { Summaries } from '../composing/sentences/summaries';
import { NetworksModule } from './networks.module';
import { PushStorage } from './push-storage';
import { OwnOrders } from '../lookups/own-orders';
import { NetworkMonitor } from '../profile/network-monitor';
import { ProfileMonitor } from '../profile/profile-monitor';
import { Proposals } from '../composing/proposals';
import { Vaults } from '../lookups/vaults';

/** The chains behind the tools: what every feature reads them through and composes with. */
@Module({
  imports: [NetworksModule],
  providers: [
    {
      provide: Chains,
      inject: [Networks, CLOCK, Metrics, PushStorage],
      useFactory: (networks: Networks, clock: Clock, metrics: Metrics, { holders }: PushStorage) =>
        new Chains(networks, { clock, metrics, pushHolders: holders }),
    },
    PushStorage,
    AffectedSets,
    {
      provide: AffectedAccounts,
      inject: [Chains, AffectedSets],
      useFactory: (chains: Chains, sets: AffectedSets) =>
        new AffectedAccounts(chains, (network) => sets.of(network)),
    },
    {
      provide: Composer,
      inject: [Chains, AffectedAccounts, RANDOM, CLOCK],
      useFactory: (chains: Chains, affected: AffectedAccounts, random: RandomBelow, clock: Clock) =>
        new Composer(chains, affected, random, clock),
    },
    {
      provide: OraclePrices,
      inject: [Networks, Chains, CLOCK],
      useFactory: (networks: Networks, chains: Chains, clock: Clock) =>
        new OraclePrices(networks, chains, clock),
    },
    NetworkMonitor,
    ProfileMonitor,
    OwnOrders,
    BridgeFees,
    Summaries,
    Proposals,
    Vaults,
    BitcoinAddresses,
  ],
  exports: [
    NetworksModule,
    Chains,
    AffectedAccounts,
    BitcoinAddresses,
    BridgeFees,
    OraclePrices,
    OwnOrders,
    ProfileMonitor,
    Proposals,
    Vaults,
  ],
})
export class ChainModule implements OnApplicationShutdown {
  constructor(private readonly chains: Chains) {}

  async onApplicationShutdown(): Promise<void> {
    await this.chains.close();
  }
}
