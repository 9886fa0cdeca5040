import { Module } from '@nestjs/common';
import { ChainModule } from '../chains/chain.module';
import { OrderbookReader } from './orderbook-reader';
import { MarketController } from './market.controller';
import { MarketPrompts } from './market.prompts';
import { MarketService } from './market.service';
import { OrdersService } from './orders.service';
import { TradeHistory } from './trade-history';

@Module({
  imports: [ChainModule],
  controllers: [MarketController],
  providers: [MarketService, MarketPrompts, OrdersService, OrderbookReader, TradeHistory],
})
export class MarketModule {}
