import { Injectable } from '@nestjs/common';
import { requireAccount } from '../../lookups/known-account';
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

  async inFlight(network: Network, { account }: GetMoneyInFlightInput): Promise<GetMoneyInFlightAnswer> {
    const { profile } = network;
    await requireAccount(network.chain, account);
    const [{ bitcoinHeight, pegIns, pegOuts }, redemptions, loanRequests] = await Promise.all([
      this.transfers.of(network, account),
      this.queues.redemptions(network, account),
      this.queues.loanRequests(network, account),
    ]);
    return {
      network: network.name,
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
