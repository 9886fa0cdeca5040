import { RateLimitModule } from '@app/rate-limit';
import { Module } from '@nestjs/common';
import { LendingModule } from '../lending/lending.module';
import { MarketModule } from '../market/market.module';
import { NetworkModule } from '../network/network.module';
import { RelayModule } from '../relay/relay.module';
import { EventSources } from './event-sources';
import { EventsController } from './events.controller';
import { EventsService } from './events.service';
import { TopicReads } from './reads/topic-reads';
import { NetworkFeeds } from './stream/network-feeds';
import { OpenEventStreams } from './stream/open-event-streams';

/** Events of the chain, sent as it happens. */
@Module({
  imports: [LendingModule, MarketModule, NetworkModule, RateLimitModule, RelayModule],
  controllers: [EventsController],
  providers: [EventsService, EventSources, TopicReads, NetworkFeeds, OpenEventStreams],
  exports: [EventSources],
})
export class EventsModule {}
