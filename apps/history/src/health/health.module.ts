import { Module } from '@nestjs/common';
import { ExplorerController } from './explorer.controller';
import { HealthController } from './health.controller';
import { HealthService } from './health.service';

@Module({
  controllers: [HealthController, ExplorerController],
  providers: [HealthService],
  exports: [HealthService],
})
export class HealthModule {}
