import { Module } from '@nestjs/common';
import { ChainsModule } from '../chains/chains.module';
import { LookupMonitor } from './lookup-monitor';
import { NetworkMonitor } from './network-monitor';
import { ProfileMonitor } from './profile-monitor';

/** Checks the profiles and the nodes of all networks, for readiness and for the tools. */
@Module({
  imports: [ChainsModule],
  providers: [LookupMonitor, NetworkMonitor, ProfileMonitor],
  exports: [ProfileMonitor],
})
export class ProfileModule {}
