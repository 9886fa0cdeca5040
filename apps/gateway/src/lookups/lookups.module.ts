import { CLOCK, type Clock } from '@app/operations';
import { OraclePrices } from '@app/prices';
import { Module } from '@nestjs/common';
import { BitcoinAddresses } from './bitcoin-addresses';
import { BridgeFees } from './bridge-fees/bridge-fees';
import { Balances } from './holdings/balances';
import { LockedFunds } from './holdings/locked-funds';
import { OwnOrders } from './own-orders';
import { PoolsAtHead } from './pools/pools-at-head';
import { Vaults } from './vaults';

/** Reads of the chain that several features need. */
@Module({
  providers: [
    {
      provide: OraclePrices,
      inject: [CLOCK],
      useFactory: (clock: Clock) => new OraclePrices(clock),
    },
    Balances,
    BitcoinAddresses,
    BridgeFees,
    LockedFunds,
    OwnOrders,
    PoolsAtHead,
    Vaults,
  ],
  exports: [
    Balances,
    BitcoinAddresses,
    BridgeFees,
    LockedFunds,
    OraclePrices,
    OwnOrders,
    PoolsAtHead,
    Vaults,
  ],
})
export class LookupsModule {}
