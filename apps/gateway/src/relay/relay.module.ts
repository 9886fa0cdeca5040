import { Module } from '@nestjs/common';
import { ComposingModule } from '../composing/composing.module';
import { NetworkModule } from '../network/network.module';
import { EffectsOfExecuted } from './effects-of-executed';
import { ExecutedTransactions } from './executed-transactions';
import { ActionExplanations } from './explained-actions';
import { TransactionsController } from './transactions.controller';
import { PushEffects } from './push-effects';
import { ProposalExplanations } from './explained-proposal';
import { RelayController } from './relay.controller';
import { RelayPrompts } from './relay.prompts';
import { RelayResources } from './relay.resources';
import { SignedExampleController } from './signed-example.controller';
import { RelayService } from './relay.service';
import { TransactionLocations } from './transaction-locations';

@Module({
  imports: [ComposingModule, NetworkModule],
  controllers: [RelayController, TransactionsController, SignedExampleController],
  providers: [
    RelayService,
    RelayResources,
    RelayPrompts,
    ProposalExplanations,
    ActionExplanations,
    EffectsOfExecuted,
    PushEffects,
    ExecutedTransactions,
    TransactionLocations,
  ],
  exports: [ExecutedTransactions],
})
export class RelayModule {}
