import { ComposeTool, ReadTool, RelayTool, ToolNetwork } from '@app/chain-tools';
import { type CountedCall, CurrentCall } from '@app/rate-limit';
import { ToolController, ToolInput } from '@app/tooling';
import { CONCISE_PROPOSAL } from '../composing/concise-proposal';
import { ProposalAnswer } from '../composing/proposal.answer';
import { Intentions } from '../composing/requests/intentions';
import { StepTools } from '../composing/steps/step-tools';
import { AccountRequestsService } from './account-requests.service';
import { AccountService } from './account.service';
import { CONCISE_ACCOUNT } from './concise-account';
import {
  GetAccountRequestAnswer,
  GetAccountRequestInput,
  RequestAccountAnswer,
  RequestAccountInput,
} from './dto/account-request.dto';
import { GetAccountAnswer, GetAccountInput } from './dto/get-account.dto';
import { TransferInput } from './dto/transfer.dto';
import { TransferService } from './transfer.service';
import { Network } from '../network/network';

const EXAMPLE_KEY = 'PUB_K1_57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tLgg2gT';

@ToolController('Account')
export class AccountController {
  constructor(
    private readonly accounts: AccountService,
    private readonly transfers: TransferService,
    private readonly requests: AccountRequestsService,
    private readonly intentions: Intentions,
    steps: StepTools,
  ) {
    steps.add('transfer', TransferInput, (network, input) => transfers.transfer(network, input));
  }

  @ReadTool('get_account', {
    title: 'Account with balances and permissions',
    description:
      'Balances (BTC, USDT, NATIVE, TPF, CBTC), shares of every lending pool, what open orders lock, permissions ' +
      'with their keys and linked actions, resources, and whether a key of the account is in the affected set. ' +
      '`linked_actions` are actions of contracts, not tools: transfer on a token contract serves transfer, ' +
      'place_order, withdraw_btc, lend, repay and redeem. Refuse to operate from an account with ' +
      'affected_set=true. When affected_set_checked=false the check was not available: affected_set=false then ' +
      'means unknown, not safe.',
    answer: GetAccountAnswer,
    concise: CONCISE_ACCOUNT,
    isKept: true,
    examples: [{ account: 'alice' }],
  })
  getAccount(
    @ToolInput() input: GetAccountInput,
    @ToolNetwork() network: Network,
  ): Promise<GetAccountAnswer> {
    return this.accounts.account(network, input);
  }

  @ComposeTool('transfer', {
    title: 'Send BTC, USDT or NATIVE',
    description:
      'Composes an unsigned token transfer. `summary` says what the transfer means at its receiver: a payment to the ' +
      'bridge, the exchange or the lending contract with a memo of theirs is described by its effect there. The receiver must exist. A vault, a token contract and ' +
      'the system account are refused as receivers: tokens could not be returned. A vault is funded with bitcoin, ' +
      'sent to its btc_address from get_vault.',
    answer: ProposalAnswer,
    concise: CONCISE_PROPOSAL,
    examples: [
      { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.1', memo: 'thank you' },
      { from: 'alice', to: 'bob', symbol: 'NATIVE', amount: '5', permission: 'agent' },
    ],
  })
  transfer(
    @ToolInput() input: TransferInput,
    @ToolNetwork() network: Network,
    @CurrentCall() call: CountedCall,
  ): Promise<ProposalAnswer> {
    return this.intentions.once('transfer', input, network, call, () =>
      this.transfers.transfer(network, input),
    );
  }

  @RelayTool('request_account', {
    title: 'Ask for a new account (not enabled)',
    description:
      'Paid account creation is not enabled: the answer says where accounts are free. No account is made and ' +
      'nothing is charged. Send public keys only, never a private key.',
    answer: RequestAccountAnswer,
    examples: [{ name: 'newagent1', agent_key: EXAMPLE_KEY }],
    annotations: { readOnlyHint: true, destructiveHint: false },
  })
  requestAccount(
    @ToolInput() input: RequestAccountInput,
    @ToolNetwork() network: Network,
  ): Promise<RequestAccountAnswer> {
    return this.requests.request(network, input);
  }

  @ReadTool('get_account_request', {
    title: 'Status of an account request (not enabled)',
    description:
      'Status of a request_account call. The feature is not enabled: the answer says what to do instead.',
    answer: GetAccountRequestAnswer,
    examples: [{ id: 'req-1' }],
  })
  getAccountRequest(
    @ToolInput() input: GetAccountRequestInput,
    @ToolNetwork() network: Network,
  ): Promise<GetAccountRequestAnswer> {
    return this.requests.status(network, input);
  }
}
