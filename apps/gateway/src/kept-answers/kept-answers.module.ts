import { RateLimitModule } from '@app/rate-limit';
import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { KeptAnswers } from './kept-answers';
import { ToolShortcuts } from './tool-shortcuts';

/** Answers of read tools that serve equal calls. */
@Module({
  imports: [DiscoveryModule, RateLimitModule],
  providers: [KeptAnswers, ToolShortcuts],
  exports: [KeptAnswers],
})
export class KeptAnswersModule {}
