import { Module } from '@nestjs/common';
import { ChainModule } from '../chain/chain.module';
import { RelayController } from './relay.controller';
import { SignedExampleController } from './signed-example.controller';
import { RelayService } from './relay.service';

@Module({
  imports: [ChainModule],
  controllers: [RelayController, SignedExampleController],
  providers: [RelayService],
})
export class RelayModule {}
