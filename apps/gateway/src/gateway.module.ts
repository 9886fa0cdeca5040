import { OperationsModule, type OperationsParts } from '@app/operations';
import { RateLimitModule } from '@app/rate-limit';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccountModule } from './account/account.module';
import { BridgeModule } from './bridge/bridge.module';
import { DocsModule } from './docs/docs.module';
import { EventsModule } from './events/events.module';
import { HealthModule } from './health/health.module';
import { KeptAnswersModule } from './kept-answers/kept-answers.module';
import { PlatformModule } from './platform/platform.module';
import { LendingModule } from './lending/lending.module';
import { ManagementModule } from './management/management.module';
import { MarketModule } from './market/market.module';
import { McpModule } from './mcp/mcp.module';
import { NodeProxyModule } from './node-proxy/node-proxy.module';
import { PlansModule } from './plans/plans.module';
import { RelayModule } from './relay/relay.module';
import { ProfileReloadModule } from './reload/profile-reload.module';
import { WebhooksModule } from './webhooks/webhooks.module';

const PLATFORM = [
  PlatformModule,
  RateLimitModule,
  KeptAnswersModule,
  HealthModule,
  DocsModule,
  ManagementModule,
  ProfileReloadModule,
];
const FEATURES = [
  NodeProxyModule,
  AccountModule,
  MarketModule,
  LendingModule,
  BridgeModule,
  PlansModule,
  RelayModule,
  EventsModule,
  WebhooksModule,
  McpModule,
];

@Module({ imports: [...PLATFORM, ...FEATURES] })
export class GatewayModule {
  static forRoot(parts: OperationsParts): DynamicModule {
    return { module: GatewayModule, imports: [OperationsModule.forRoot(parts)] };
  }
}
