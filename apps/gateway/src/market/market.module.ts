import { Module } from '@nestjs/common';
import { ComposingModule } from '../composing/composing.module';
import { LookupsModule } from '../lookups/lookups.module';
import { NetworkModule } from '../network/network.module';
import { MarketFactsReader } from './market-facts';
import { OrderbookReader } from './orderbook-reader';
import { CandlesController } from './candles/candles.controller';
import { CandlesService } from './candles/candles.service';
import { MarketController } from './market.controller';
import { MarketPrompts } from './market.prompts';
import { MarketService } from './market.service';
import { OrdersService } from './orders.service';
import { TradeHistory } from './trade-history';

@Module({
  imports: [ComposingModule, LookupsModule, NetworkModule],
  controllers: [MarketController, CandlesController],
  providers: [
    CandlesService,
    MarketService,
    MarketPrompts,
    OrdersService,
    OrderbookReader,
    MarketFactsReader,
    TradeHistory,
  ],
  exports: [MarketService],
})
export class MarketModule {}
