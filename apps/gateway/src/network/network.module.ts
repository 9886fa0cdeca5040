import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ChainsModule } from '../chains/chains.module';
import { ProfileModule } from '../profile/profile.module';
import { NetworkGuard } from './network.guard';
import { NetworkRegistry } from './network-registry';

/** The networks as the tools see them. */
@Module({
  imports: [ChainsModule, ProfileModule],
  providers: [NetworkRegistry, { provide: APP_GUARD, useClass: NetworkGuard }],
  exports: [NetworkRegistry],
})
export class NetworkModule {}
