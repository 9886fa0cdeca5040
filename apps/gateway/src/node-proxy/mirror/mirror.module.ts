import { Module } from '@nestjs/common';
import { ChainsModule } from '../../chains/chains.module';
import { MIRROR_CONTROLLERS } from './mirror.controllers';
import { MirrorService } from './mirror.service';

/** The node query API under the public port. */
@Module({
  imports: [ChainsModule],
  controllers: [...MIRROR_CONTROLLERS],
  providers: [MirrorService],
})
export class MirrorModule {}
