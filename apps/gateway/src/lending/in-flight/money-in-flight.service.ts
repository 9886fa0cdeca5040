import { Injectable } from '@nestjs/common';
import { requireAccount } from '../../lookups/known-account';
import { answerAtOneHead } from '../../lookups/one-head';
import { BridgeTransfersReader } from './bridge-transfers';
import type { GetMoneyInFlightAnswer, GetMoneyInFlightInput } from './dto/get-money-in-flight.dto';
import {
  pegInAnswer,
  pegOutAnswer,
  queuedLoanRequestAnswer,
  queuedRedemptionAnswer,
} from './in-flight-answer';
import { Queues } from './queues';
import type { Network } from '../../network/network';

/** Money of an account that is neither here nor there. */
@Injectable()
export class MoneyInFlightService {
  constructor(
    private readonly transfers: BridgeTransfersReader,
    private readonly queues: Queues,
  ) {}

  inFlight(network: Network, { account }: GetMoneyInFlightInput): Promise<GetMoneyInFlightAnswer> {
    return answerAtOneHead(network, () => this.#lists(network, account));
  }

  async #lists(network: Network, account: string) {
    const { profile } = network;
    await requireAccount(network.chain, account);
    const [{ bitcoinHeight, pegIns, pegOuts }, redemptions, loanRequests] = await Promise.all([
      this.transfers.of(network, account),
      this.queues.redemptions(network, account),
      this.queues.loanRequests(network, account),
    ]);
    return {
      account,
      bitcoin_height: bitcoinHeight,
      peg_ins: pegIns && pegIns.items.map((item) => pegInAnswer(item, bitcoinHeight)),
      peg_outs: pegOuts && pegOuts.items.map((item) => pegOutAnswer(item, bitcoinHeight)),
      redemptions: redemptions && redemptions.items.map((item) => queuedRedemptionAnswer(profile, item)),
      loan_requests: loanRequests && loanRequests.items.map((item) => queuedLoanRequestAnswer(profile, item)),
      truncated: [pegIns, pegOuts, redemptions, loanRequests].some((list) => list?.more === true),
    };
  }
}
