import { RateLimitModule } from '@app/rate-limit';
import { Module } from '@nestjs/common';
import { ChainsModule } from '../../chains/chains.module';
import { MIRROR_CONTROLLERS } from './mirror.controllers';
import { MirrorShortcuts } from './mirror-shortcuts';
import { MirrorService } from './mirror.service';

/** The node query API under the public port. */
@Module({
  imports: [ChainsModule, RateLimitModule],
  controllers: [...MIRROR_CONTROLLERS],
  providers: [MirrorService, MirrorShortcuts],
})
export class MirrorModule {}
