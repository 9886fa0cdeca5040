import type { Json } from '@app/antelope';
import type { ActionKey, ApiSymbol, ProfileWithoutTables, Token } from '@app/networks';

/** Capabilities that a restricted permission may have. */
export const CAPABILITIES = ['trade', 'lend', 'borrow', 'withdraw'] as const;
export type Capability = (typeof CAPABILITIES)[number];

interface CapabilityActions {
  /** Tokens; `pairs`: all that the pairs of the profile trade. */
  readonly transfers: readonly ApiSymbol[] | 'pairs';
  readonly actions: readonly Exclude<ActionKey, 'transfer'>[];
}

/** The transactions of a capability's tools: transfers of these tokens, and these actions. */
const NEEDED: Readonly<Record<Capability, CapabilityActions>> = {
  trade: { transfers: 'pairs', actions: ['cancel_order'] },
  lend: { transfers: ['USDT', 'TPF'], actions: ['cancel_redemption', 'process_queue'] },
  borrow: {
    transfers: ['USDT'],
    actions: ['create_vault', 'generate_address', 'borrow', 'process_queue', 'cancel_loan_request'],
  },
  withdraw: { transfers: ['BTC'], actions: ['withdraw_collateral'] },
};

/** One action of a transaction, with its data as JSON. */
export interface PermissionAction {
  readonly account: string;
  readonly name: string;
  readonly authorization: readonly { readonly actor: string; readonly permission: string }[];
  readonly data: Json;
}

export interface RestrictedPermission {
  readonly account: string;
  readonly permission: string;
  readonly publicKey: string;
  readonly capabilities: readonly Capability[];
}

/**
 * Contract and action of everything the capabilities sign, each once, in a fixed order. An
 * action that the profile leaves out is on no contract of the chain, and needs no link.
 */
export function linkedActions(
  profile: ProfileWithoutTables,
  capabilities: readonly Capability[],
): { readonly code: string; readonly type: string }[] {
  const { actions: actionTemplates } = profile.entries();
  const needed = capabilities.flatMap((capability) => [
    ...tokensOf(profile, NEEDED[capability].transfers).map(({ contract }) => ({
      code: contract,
      type: actionTemplates.transfer.name,
    })),
    ...NEEDED[capability].actions.map((key) => ({
      code: profile.account(actionTemplates[key].account as Parameters<ProfileWithoutTables['account']>[0]),
      type: actionTemplates[key].name,
    })),
  ]);
  const links = needed.filter(({ code, type }) => code !== '' && type !== '');
  return [...new Map(links.map((link) => [`${link.code}::${link.type}`, link])).values()];
}

const tokensOf = (
  profile: ProfileWithoutTables,
  transfers: CapabilityActions['transfers'],
): readonly Pick<Token, 'contract'>[] =>
  transfers === 'pairs'
    ? profile.pairs().flatMap(({ base, quote }) => [base, quote])
    : transfers.map((symbol) => profile.token(symbol));

/**
 * The actions that create a permission below `active` and allow it to sign exactly what the capabilities
 * need: updateauth first, because a link to a permission that is not there is refused. All are signed by
 * `active`, in one transaction.
 */
export function permissionActions(
  profile: ProfileWithoutTables,
  { account, permission, publicKey, capabilities }: RestrictedPermission,
): PermissionAction[] {
  const system = profile.account('system');
  const action = (name: string, data: Json): PermissionAction => ({
    ...{ account: system, name, authorization: [{ actor: account, permission: 'active' }], data },
  });
  const auth = { threshold: 1, keys: [{ key: publicKey, weight: 1 }], accounts: [], waits: [] };
  return [
    action('updateauth', { account, permission, parent: 'active', auth }),
    ...linkedActions(profile, capabilities).map(({ code, type }) =>
      action('linkauth', { account, code, type, requirement: permission }),
    ),
  ];
}
