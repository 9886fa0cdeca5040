import { Module } from '@nestjs/common';
import { ComposingModule } from '../composing/composing.module';
import { LookupsModule } from '../lookups/lookups.module';
import { NetworkModule } from '../network/network.module';
import { BridgeController } from './bridge.controller';
import { BridgePrompts } from './bridge.prompts';
import { DepositsService } from './deposits.service';
import { WithdrawalsService } from './withdrawals.service';

@Module({
  imports: [ComposingModule, LookupsModule, NetworkModule],
  controllers: [BridgeController],
  providers: [BridgePrompts, DepositsService, WithdrawalsService],
})
export class BridgeModule {}
