import { Module } from '@nestjs/common';
import { ComposingModule } from '../composing/composing.module';
import { LookupsModule } from '../lookups/lookups.module';
import { NetworkModule } from '../network/network.module';
import { CollateralPrice } from './collateral-price';
import { LendingPrompts } from './lending.prompts';
import { LendingResources } from './lending.resources';
import { BorrowingRemarks } from './loans/borrowing-remarks';
import { BorrowingService } from './loans/borrowing.service';
import { Collateral } from './loans/collateral';
import { LiquidationTimers } from './loans/liquidation-timers';
import { Liquidations } from './loans/liquidations';
import { LoansController } from './loans/loans.controller';
import { LoansService } from './loans/loans.service';
import { OpenLoans } from './loans/open-loans';
import { Valuations } from './loans/valuations';
import { LendingService } from './pools/lending.service';
import { PoolsController } from './pools/pools.controller';
import { PoolsService } from './pools/pools.service';
import { RedemptionsService } from './pools/redemptions.service';
import { BridgeTransfersReader } from './in-flight/bridge-transfers';
import { MoneyInFlightController } from './in-flight/money-in-flight.controller';
import { MoneyInFlightService } from './in-flight/money-in-flight.service';
import { Queues } from './in-flight/queues';
import { LentFundsReader } from './portfolio/lent-funds';
import { PortfolioController } from './portfolio/portfolio.controller';
import { PortfolioReader } from './portfolio/portfolio-reader';
import { PortfolioService } from './portfolio/portfolio.service';
import { CollateralWithdrawalsController } from './vaults/collateral-withdrawals.controller';
import { CollateralWithdrawalsService } from './vaults/collateral-withdrawals.service';
import { VaultNames } from './vaults/vault-names';
import { VaultSetupService } from './vaults/vault-setup.service';
import { VaultsController } from './vaults/vaults.controller';
import { VaultStates } from './vaults/vault-state';
import { VaultsService } from './vaults/vaults.service';

@Module({
  imports: [ComposingModule, LookupsModule, NetworkModule],
  controllers: [
    PoolsController,
    LoansController,
    VaultsController,
    CollateralWithdrawalsController,
    PortfolioController,
    MoneyInFlightController,
  ],
  providers: [
    LendingResources,
    LendingPrompts,
    PoolsService,
    LendingService,
    RedemptionsService,
    LoansService,
    Liquidations,
    BorrowingService,
    BorrowingRemarks,
    VaultsService,
    VaultSetupService,
    VaultNames,
    CollateralWithdrawalsService,
    VaultStates,
    Collateral,
    LiquidationTimers,
    OpenLoans,
    Valuations,
    CollateralPrice,
    LentFundsReader,
    PortfolioReader,
    PortfolioService,
    BridgeTransfersReader,
    Queues,
    MoneyInFlightService,
  ],
  exports: [LoansService],
})
export class LendingModule {}
