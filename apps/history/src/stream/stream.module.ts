import { Module } from '@nestjs/common';
import { StreamClientController } from './stream-client.controller';

@Module({ controllers: [StreamClientController] })
export class StreamModule {}
