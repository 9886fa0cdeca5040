import { RateLimitModule } from '@app/rate-limit';
import { Module } from '@nestjs/common';
import { ComposingModule } from '../composing/composing.module';
import { NetworkModule } from '../network/network.module';
import { PlansController } from './plans.controller';
import { PlansService } from './plans.service';

@Module({
  imports: [ComposingModule, NetworkModule, RateLimitModule],
  controllers: [PlansController],
  providers: [PlansService],
})
export class PlansModule {}
