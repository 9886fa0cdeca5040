import { Networks, type NetworksSource } from '@app/networks';
import { SETTINGS, type Settings } from '@app/operations';
import { Module } from '@nestjs/common';

/** Where the networks are configured. */
export const networksSource = (settings: Settings): NetworksSource => ({
  networksFile: settings.networksFile,
  devchainPort: settings.devchainPort,
  devchainHistoryPort: settings.devchainHistoryPort,
  isProduction: settings.nodeEnv === 'production',
});

/** The networks of this deployment, as configured. Asks no node. */
@Module({
  providers: [
    {
      provide: Networks,
      inject: [SETTINGS],
      useFactory: (settings: Settings) => Networks.load(networksSource(settings)),
    },
  ],
  exports: [Networks],
})
export class NetworksModule {}
