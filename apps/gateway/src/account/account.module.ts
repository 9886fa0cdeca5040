import { Module } from '@nestjs/common';
import { ComposingModule } from '../composing/composing.module';
import { LookupsModule } from '../lookups/lookups.module';
import { NetworkModule } from '../network/network.module';
import { AccountRequestsService } from './account-requests.service';
import { AccountController } from './account.controller';
import { AccountPrompts } from './account.prompts';
import { AccountResources } from './account.resources';
import { AccountService } from './account.service';
import { HistoryController } from './history/history.controller';
import { HistoryService } from './history/history.service';
import { PoolShares } from './pool-shares';
import { TransferService } from './transfer.service';

@Module({
  imports: [ComposingModule, LookupsModule, NetworkModule],
  controllers: [AccountController, HistoryController],
  providers: [
    AccountService,
    AccountPrompts,
    AccountResources,
    TransferService,
    AccountRequestsService,
    PoolShares,
    HistoryService,
  ],
})
export class AccountModule {}
