import { Module } from '@nestjs/common';
import { NetworkModule } from '../network/network.module';
import { ProposalExplanations } from './explained-proposal';
import { RelayController } from './relay.controller';
import { RelayPrompts } from './relay.prompts';
import { RelayResources } from './relay.resources';
import { SignedExampleController } from './signed-example.controller';
import { RelayService } from './relay.service';
import { TransactionLocations } from './transaction-locations';

@Module({
  imports: [NetworkModule],
  controllers: [RelayController, SignedExampleController],
  providers: [RelayService, RelayResources, RelayPrompts, ProposalExplanations, TransactionLocations],
})
export class RelayModule {}
