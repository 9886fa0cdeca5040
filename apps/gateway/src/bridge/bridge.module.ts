import { Module } from '@nestjs/common';
import { ChainsModule } from '../chains/chains.module';
import { ComposingModule } from '../composing/composing.module';
import { LookupsModule } from '../lookups/lookups.module';
import { ProfileModule } from '../profile/profile.module';
import { BridgeController } from './bridge.controller';
import { BridgePrompts } from './bridge.prompts';
import { DepositsService } from './deposits.service';
import { WithdrawalsService } from './withdrawals.service';

@Module({
  imports: [ChainsModule, ComposingModule, LookupsModule, ProfileModule],
  controllers: [BridgeController],
  providers: [BridgePrompts, DepositsService, WithdrawalsService],
})
export class BridgeModule {}
