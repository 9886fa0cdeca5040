import { isName, parsePublicKey, publicKeyText, ValueError } from '@app/antelope';
import { fail, type KnownArguments, McpCompleter, McpPrompt, ToolNetwork } from '@app/chain-tools';
import { ToolInput } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { accountChecks } from '../composing/prompt-steps';
import { CheckMyAccountInput, RestrictedPermissionInput } from './dto/account-prompts.dto';
import { CAPABILITIES, type Capability, linkedActions, permissionActions } from './restricted-permission';
import { Network } from '../network/network';
import { NetworkRegistry } from '../network/network-registry';

/** Permissions that a restricted one must never replace. */
const RESERVED = new Set(['active', 'owner']);

@Injectable()
export class AccountPrompts {
  constructor(private readonly registry: NetworkRegistry) {}

  @McpPrompt('check_my_account', {
    title: 'Check my account',
    description: 'What an account holds, owes and has open, and whether it is safe to operate from.',
  })
  checkMyAccount(@ToolInput() { network, account }: CheckMyAccountInput): string {
    const input = `{"account":"${account}","network":"${network}"}`;
    return `Check the account ${account} on ${network}. Only look: compose and push nothing.

1. ${accountChecks(account, network)}
2. From get_account: balances, resources that run low (used above 80 % of the maximum), and permissions: name each key and what it may sign (linked_actions are contract actions; a permission without links below active may sign nothing).
3. get_orders ${input}: open orders and what they lock.
4. get_vault ${input}, get_loans ${input}: collateral, debt and LTV of each loan. Warn when status is warning, at_risk or liquidating, and also when ltv_bps is at or above max_ltv_bps of get_vault: status is of the time when the contract last looked. A loan at risk for 72 hours is liquidated: liquidatable_at says when they end; liquidation_price is the price of BTC from which it is at risk. ltv_bps null means that the price is stale: call get_btc_price and say how old it is; do not estimate it with another price.
5. get_redemption_queue ${input}: what waits there.
6. Summarize: what it owns in total by token, what it owes, the next thing that can go wrong and when, and what I could do about it.`;
  }

  @McpPrompt('set_up_restricted_permission', {
    title: 'Set up a restricted permission for an agent',
    description:
      'The exact updateauth and linkauth actions that let a key do chosen things and nothing else.',
    completions: { permission: 'permissions', capabilities: 'capabilities' },
  })
  restrictedPermission(
    @ToolInput() input: RestrictedPermissionInput,
    @ToolNetwork() { profile }: Network,
  ): string {
    const { network, account, permission } = input;
    const capabilities = capabilitiesOf(input.capabilities);
    const publicKey = agentKey(input.public_key);
    if (!isName(permission) || RESERVED.has(permission)) {
      fail('INVALID_VALUE', 'permission', 'must be a new name of its own, not active or owner');
    }
    const actions = permissionActions(profile, { account, permission, publicKey, capabilities });
    const links = linkedActions(profile, capabilities).map(({ code, type }) => `${code}::${type}`);
    return `Set up the permission ${account}@${permission} on ${network} for the key ${publicKey}. It may: ${capabilities.join(', ')}.

1. ${accountChecks(account, network)}
2. If get_account shows a permission ${permission} already, stop: updateauth would replace its keys and its old links would stay. Choose another name, or unlink them first (unlinkauth).
3. Show me the actions below, in this order, in one transaction signed with ${account}@active. push_transaction does not relay them: I send them with my wallet, or a client library signs them and sends them to a node; the node API of this gateway takes them.

\`\`\`json
${JSON.stringify(actions, null, 2)}
\`\`\`

4. Tell me what the key can do then: sign ${links.join(', ')}, and nothing else. A link names the action, not the receiver: who has the key can transfer these tokens to anyone. Keep in the account only what the agent may lose.
5. After it is on the chain, call get_account again: the permission must show exactly this key and these linked_actions.
6. From then on pass "permission":"${permission}" to the compose tools. A tool beyond the capabilities answers a proposal whose simulation failed: do not sign it.
7. To take it back: unlinkauth for each link, then deleteauth ${permission}, signed with ${account}@active.`;
  }

  /** Names of the permissions of the account that is already filled in. */
  @McpCompleter('permissions')
  async permissions({ network = 'mainnet', account }: KnownArguments): Promise<string[]> {
    if (account === undefined || !isName(account)) return ['active'];
    const found = await this.registry.of(network).chain.account(account);
    return found?.permissions.map(({ name }) => name) ?? [];
  }

  @McpCompleter('capabilities')
  capabilities(): string[] {
    return [...CAPABILITIES, CAPABILITIES.join(',')];
  }
}

function capabilitiesOf(text: string): Capability[] {
  const asked = text.split(',').map((part) => part.trim());
  const unknown = asked.find((part) => !CAPABILITIES.some((capability) => capability === part));
  if (unknown !== undefined) {
    fail('INVALID_VALUE', 'capabilities', `"${unknown}" is not one of ${CAPABILITIES.join(', ')}`);
  }
  return CAPABILITIES.filter((capability) => asked.includes(capability));
}

/** The key in the form of answers, whichever form it came in. @throws ToolError */
function agentKey(text: string): string {
  try {
    return publicKeyText(parsePublicKey(text));
  } catch (error) {
    if (error instanceof ValueError) return fail('INVALID_VALUE', 'public_key', error.message);
    throw error;
  }
}
