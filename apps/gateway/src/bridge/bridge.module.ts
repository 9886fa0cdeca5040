import { Module } from '@nestjs/common';
import { ChainModule } from '../chains/chain.module';
import { BridgeController } from './bridge.controller';
import { BridgePrompts } from './bridge.prompts';
import { DepositsService } from './deposits.service';
import { WithdrawalsService } from './withdrawals.service';

@Module({
  imports: [ChainModule],
  controllers: [BridgeController],
  providers: [BridgePrompts, DepositsService, WithdrawalsService],
})
export class BridgeModule {}
