import { Global, Module } from '@nestjs/common';
import { Envelopes } from './envelopes';

@Global()
@Module({ providers: [Envelopes], exports: [Envelopes] })
export class EnvelopeModule {}
