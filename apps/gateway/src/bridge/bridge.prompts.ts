import { McpPrompt } from '@app/chain-tools';
import { ToolInput } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { accountChecks, signingSteps } from '../composing/prompt-steps';
import { MoveBtcInput } from './dto/move-btc.dto';

@Injectable()
export class BridgePrompts {
  @McpPrompt('move_btc_in_and_out', {
    title: 'Move BTC onto the chain or off it',
    description:
      'Deposits BTC to the account, or withdraws it to a Bitcoin address, with the checks of each way.',
    completions: { permission: 'permissions' },
  })
  moveBtc(@ToolInput() input: MoveBtcInput): string {
    return input.direction === 'in' ? deposit(input) : withdrawal(input);
  }
}

function deposit({ network, account, amount }: MoveBtcInput): string {
  return `Move ${amount ?? 'my'} BTC from Bitcoin to ${account} on ${network}.

1. ${accountChecks(account, network)}
2. Call get_deposit_address {"account":"${account}","network":"${network}"}. When btc_address is null the account has none: say so and stop.
3. Show me btc_address and btc_network. Send only Bitcoin of that network there: coins of another one are lost. Collateral for loans goes to the address of the vault instead (get_vault), not to this one.
4. After I have sent it, call get_account until the BTC balance has risen; tell me the difference. A deposit counts after its confirmations on Bitcoin: do not promise a time.`;
}

function withdrawal({ network, account, amount, btc_address, permission }: MoveBtcInput): string {
  return `Move ${amount ?? 'the BTC I name'} BTC from ${account} on ${network} to the Bitcoin address ${btc_address ?? 'that I name'}, signed with ${account}@${permission}.

1. ${accountChecks(account, network)}
2. Check that its BTC balance covers the amount. ${amount === undefined || btc_address === undefined ? 'Ask me for what is missing: amount, Bitcoin address.' : ''}
3. Read the address back to me and wait for my confirmation: a withdrawal to a wrong address cannot be undone.
4. Compose withdraw_btc {"account":"${account}","amount":"${amount ?? '...'}","btc_address":"${btc_address ?? '...'}","permission":"${permission}","network":"${network}"}. It refuses an address of another Bitcoin network. Tell me the fee and the net amount of the summary.
5. ${signingSteps(network)}
6. Tell me that the bridge pays out after its review, not at once. CBTC (collateral) leaves by withdraw_collateral instead.`;
}
