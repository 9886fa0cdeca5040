import { CLOCK, RANDOM, type Clock, type RandomBelow } from '@app/operations';
import { AffectedAccounts, Composer } from '@app/proposals';
import { RateLimitModule } from '@app/rate-limit';
import { Chains } from '@app/upstream';
import { Module } from '@nestjs/common';
import { ChainsModule } from '../chains/chains.module';
import { LookupsModule } from '../lookups/lookups.module';
import { NetworkModule } from '../network/network.module';
import { AffectedSets } from './affected-sets';
import { Proposals } from './proposals';
import { Intentions } from './requests/intentions';
import { RequestStorage } from './requests/request-storage';
import { StepTools } from './steps/step-tools';
import { Summaries } from './sentences/summaries';

/** Composes unsigned proposals, with the checks of the signer. */
@Module({
  imports: [ChainsModule, LookupsModule, NetworkModule, RateLimitModule],
  providers: [
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
    Summaries,
    Proposals,
    RequestStorage,
    Intentions,
    StepTools,
  ],
  exports: [AffectedAccounts, AffectedSets, Intentions, Proposals, StepTools, Summaries],
})
export class ComposingModule {}
