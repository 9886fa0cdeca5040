import { Networks } from '@app/networks';
import { SETTINGS, type Settings } from '@app/operations';
import { Module } from '@nestjs/common';

/** The networks of this deployment, as configured. Asks no node. */
@Module({
  providers: [
    {
      provide: Networks,
      inject: [SETTINGS],
      useFactory: ({ networksFile, devchainPort, devchainHistoryPort, nodeEnv }: Settings) =>
        Networks.load({
          networksFile,
          devchainPort,
          devchainHistoryPort,
          isProduction: nodeEnv === 'production',
        }),
    },
  ],
  exports: [Networks],
})
export class NetworksModule {}
