import { Networks } from '@app/networks';
import { CLOCK, Metrics, type Clock } from '@app/operations';
import { Chains } from '@app/upstream';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { NetworksModule } from './networks.module';
import { PushStorage } from './push-storage';

/** The networks and the clients of their nodes. */
@Module({
  imports: [NetworksModule],
  providers: [
    {
      provide: Chains,
      inject: [Networks, CLOCK, Metrics, PushStorage],
      useFactory: (networks: Networks, clock: Clock, metrics: Metrics, { holders }: PushStorage) =>
        new Chains(networks, { clock, metrics, pushHolders: holders }),
    },
    PushStorage,
  ],
  exports: [NetworksModule, Chains],
})
export class ChainsModule implements OnApplicationShutdown {
  constructor(private readonly chains: Chains) {}

  async onApplicationShutdown(): Promise<void> {
    await this.chains.close();
  }
}
