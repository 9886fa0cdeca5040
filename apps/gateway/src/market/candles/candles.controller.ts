import { ReadTool, ToolNetwork } from '@app/chain-tools';
import { ToolController, ToolInput } from '@app/tooling';
import { CandlesService } from './candles.service';
import { GetCandlesAnswer, GetCandlesInput } from './get-candles.dto';
import { Network } from '../../network/network';

@ToolController('Market')
export class CandlesController {
  constructor(private readonly service: CandlesService) {}

  @ReadTool('get_candles', {
    title: 'Candles of a pair',
    description:
      'Open, high, low, close and volume of a pair by interval (1m, 5m, 15m, 1h, 4h, 1d), exact from all trades that ' +
      'the history knows, oldest first, the current candle included (`closed` is false). Without `from` the newest ' +
      'ones. An interval without a trade is left out. Refused with `no_history` on a network without a history node ' +
      'that keeps candles.',
    answer: GetCandlesAnswer,
    isExtension: true,
    examples: [
      { pair: '{{pair.first}}', interval: '1h' },
      { pair: '{{pair.last}}', interval: '1m', from: '2026-11-21T12:00:00Z', limit: 10 },
    ],
  })
  getCandles(
    @ToolInput() input: GetCandlesInput,
    @ToolNetwork() network: Network,
  ): Promise<GetCandlesAnswer> {
    return this.service.candles(network, input);
  }
}
