import { Module } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { ChainsModule } from '../chains/chains.module';
import { ProfileModule } from '../profile/profile.module';
import { NetworkPipe } from './network.pipe';
import { NetworkRegistry } from './network-registry';

/** The networks as the tools see them. */
@Module({
  imports: [ChainsModule, ProfileModule],
  providers: [NetworkRegistry, { provide: APP_PIPE, useClass: NetworkPipe }],
  exports: [NetworkRegistry],
})
export class NetworkModule {}
