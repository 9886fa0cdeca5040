import { RateLimitModule } from '@app/rate-limit';
import { Module } from '@nestjs/common';
import { ChainsModule } from '../../chains/chains.module';
import { MIRROR_CONTROLLERS } from './mirror.controllers';
import { MirrorShortcuts } from './mirror-shortcuts';
import { MirrorService } from './mirror.service';
import { OpenTunnels } from './stream/open-tunnels';
import { STREAM_CONTROLLERS } from './stream/polling.controllers';
import { PollingService } from './stream/polling.service';
import { StreamAdmission } from './stream/stream-admission';
import { WebsocketServer } from './stream/websocket.server';
import { UNKNOWN_READ_CONTROLLERS } from './unknown-reads.controllers';

/** The node query API under the public port. */
@Module({
  imports: [ChainsModule, RateLimitModule],
  controllers: [...MIRROR_CONTROLLERS, ...UNKNOWN_READ_CONTROLLERS, ...STREAM_CONTROLLERS],
  providers: [MirrorService, MirrorShortcuts, StreamAdmission, OpenTunnels, WebsocketServer, PollingService],
})
export class MirrorModule {}
