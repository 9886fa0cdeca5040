import { formatPrice } from '@app/antelope';
import { Injectable } from '@nestjs/common';
import { answerTime } from '../../formatting/answer-values';
import { requireAccount } from '../../lookups/known-account';
import { answerAtOneHead } from '../../lookups/one-head';
import { oraclePriceAnswer } from '../../lookups/oracle-price.answer';
import type { GetPortfolioAnswer, GetPortfolioInput } from './dto/get-portfolio.dto';
import { portfolioAnswer } from './portfolio-answer';
import { PortfolioReader } from './portfolio-reader';
import type { Network } from '../../network/network';

/** The worth of an account. */
@Injectable()
export class PortfolioService {
  constructor(private readonly reader: PortfolioReader) {}

  portfolio(network: Network, { account }: GetPortfolioInput): Promise<GetPortfolioAnswer> {
    return answerAtOneHead(network, () => this.#worth(network, account));
  }

  async #worth(network: Network, account: string) {
    await requireAccount(network.chain, account);
    await network.firstCheck();
    const { profile } = network;
    const facts = await this.reader.of(network, account);
    const { oracle, nativeBid, valued } = facts;
    const { net_worth_usdt, assets_usdt, debt_usdt, not_valued, ...parts } = portfolioAnswer(profile, facts);
    return {
      account,
      head_block_time: answerTime(valued.headTimeMs),
      ...{ net_worth_usdt, assets_usdt, debt_usdt, not_valued },
      oracle: oracle && oraclePriceAnswer(network.name, oracle),
      stale: oracle === null || oracle.isStale,
      native_price_btc: nativeBid === undefined ? null : formatPrice(nativeBid.units, nativeBid.decimals),
      ...parts,
    };
  }
}
