import { Networks } from '@app/networks';
import { CLOCK, type Clock } from '@app/operations';
import { OraclePrices } from '@app/prices';
import { Chains } from '@app/upstream';
import { Module } from '@nestjs/common';
import { ChainsModule } from '../chains/chains.module';
import { ProfileModule } from '../profile/profile.module';
import { BitcoinAddresses } from './bitcoin-addresses';
import { BridgeFees } from './bridge-fees/bridge-fees';
import { OwnOrders } from './own-orders';
import { Vaults } from './vaults';

/** Reads of the chain that several features need. */
@Module({
  imports: [ChainsModule, ProfileModule],
  providers: [
    {
      provide: OraclePrices,
      inject: [Networks, Chains, CLOCK],
      useFactory: (networks: Networks, chains: Chains, clock: Clock) =>
        new OraclePrices(networks, chains, clock),
    },
    BitcoinAddresses,
    BridgeFees,
    OwnOrders,
    Vaults,
  ],
  exports: [BitcoinAddresses, BridgeFees, OraclePrices, OwnOrders, Vaults],
})
export class LookupsModule {}
