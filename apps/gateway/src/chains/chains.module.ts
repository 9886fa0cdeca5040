import { Networks } from '@app/networks';
import {
  CLOCK,
  LimitedLog,
  Metrics,
  ReadinessRegistry,
  SETTINGS,
  TRACING,
  type Clock,
  type Settings,
  type Tracing,
} from '@app/operations';
import { Chains } from '@app/upstream';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { NetworksModule } from './networks.module';
import { ChainStorage } from './chain-storage';
import { CordonStorage } from './cordon-storage';
import { NodeDiscovery } from './node-discovery';
import { logDisagreement, logNodeChange } from './node-log';
import { RedisReports } from './redis-reports';

/** The networks and the clients of their nodes. */
@Module({
  imports: [NetworksModule],
  providers: [
    {
      provide: Chains,
      inject: [
        Networks,
        SETTINGS,
        CLOCK,
        Metrics,
        LimitedLog,
        ChainStorage,
        ReadinessRegistry,
        TRACING,
        NodeDiscovery,
      ],
      useFactory: (
        networks: Networks,
        {
          nodes: { pollMs, timeoutsMs: deadlinesMs, samplePercent, ...limits },
          nodeConnection: nodes,
          push,
        }: Settings,
        clock: Clock,
        metrics: Metrics,
        log: LimitedLog,
        { pushHolders, watches, sharedPushes, sharedHeads }: ChainStorage,
        readiness: ReadinessRegistry,
        tracing: Tracing | null,
        discovery: NodeDiscovery,
      ) => {
        const chains = new Chains(networks, {
          clock,
          metrics,
          pollMs,
          samplePercent,
          deadlinesMs,
          nodes,
          push,
          limits,
          pushHolders,
          watches,
          sharedPushes,
          sharedHeads,
          onNodeChange: (change) => {
            // Nodes that are stopped together with this process are no news.
            if (!readiness.isDraining()) logNodeChange(log, change);
          },
          onDisagreement: (evidence) => {
            logDisagreement(log, evidence);
          },
          tracing: tracing ?? undefined,
          nodesOf: (network) => discovery.nodesOf(network),
        });
        discovery.onChange((changed) => {
          chains.configure(changed);
        });
        return chains;
      },
    },
    NodeDiscovery,
    RedisReports,
    ChainStorage,
    CordonStorage,
  ],
  exports: [NetworksModule, Chains, NodeDiscovery, ChainStorage, CordonStorage, RedisReports],
})
export class ChainsModule implements OnApplicationShutdown {
  constructor(private readonly chains: Chains) {}

  async onApplicationShutdown(): Promise<void> {
    await this.chains.close();
  }
}
