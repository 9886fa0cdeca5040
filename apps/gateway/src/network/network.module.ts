import { Networks } from '@app/networks';
import { DEPLOYMENT_TERMS } from '@app/tooling';
import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ChainsModule } from '../chains/chains.module';
import { ProfileModule } from '../profile/profile.module';
import { deploymentTerms } from '../formatting/deployment-terms';
import { NetworkGuard } from './network.guard';
import { NetworkRegistry } from './network-registry';

/** The networks as the tools see them. */
@Module({
  imports: [ChainsModule, ProfileModule],
  providers: [
    NetworkRegistry,
    { provide: APP_GUARD, useClass: NetworkGuard },
    {
      provide: DEPLOYMENT_TERMS,
      useFactory: (networks: Networks) => deploymentTerms(networks.all()),
      inject: [Networks],
    },
  ],
  exports: [NetworkRegistry, DEPLOYMENT_TERMS],
})
export class NetworkModule {}
