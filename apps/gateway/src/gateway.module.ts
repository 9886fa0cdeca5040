import { OperationsModule, type OperationsParts } from '@app/operations';
import { RateLimitModule } from '@app/rate-limit';
import { type DynamicModule, Module } from '@nestjs/common';
import { HealthModule } from './health/health.module';
import { HttpModule } from './http/http.module';
import { ManagementModule } from './management/management.module';

@Module({ imports: [HttpModule, RateLimitModule, HealthModule, ManagementModule] })
export class GatewayModule {
  static forRoot(parts: OperationsParts): DynamicModule {
    return { module: GatewayModule, imports: [OperationsModule.forRoot(parts)] };
  }
}
