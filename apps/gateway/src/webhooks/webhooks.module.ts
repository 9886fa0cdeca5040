import { Module } from '@nestjs/common';
import { ChainsModule } from '../chains/chains.module';
import { EventsModule } from '../events/events.module';
import { WebhookStorage } from './store/webhook-storage';
import { WebhookStates } from './webhook-states';
import { Webhooks } from './webhooks';

/** Delivers events to the receivers that the operator configured. */
@Module({ imports: [ChainsModule, EventsModule], providers: [Webhooks, WebhookStates, WebhookStorage] })
export class WebhooksModule {}
