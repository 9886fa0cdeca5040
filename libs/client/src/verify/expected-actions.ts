import { costOf, decimalText, unitsOf } from '../chain/amounts.ts';
import { type ChainProfile, filled } from '../chain/profile.ts';
import type { Tools } from '../generated/tools.ts';
import { entry, quantityText, Rebuilder, type ExpectedActions, type Values } from './rebuilder.ts';

/** Tools that compose a transaction which this package can rebuild from the call alone. */
export const VERIFIED_TOOLS = [
  'transfer',
  'place_order',
  'cancel_order',
  'lend',
  'redeem',
  'cancel_redeem',
  'borrow',
  'cancel_loan_request',
  'repay',
  'setup_vault',
  'withdraw_collateral',
  'withdraw_btc',
  'compose_plan',
] as const;

/** Name of a tool whose proposals are verified. */
export type VerifiedTool = (typeof VERIFIED_TOOLS)[number];

/** A call of a tool that composes. */
export type ComposeCall = {
  [T in VerifiedTool]: { readonly tool: T; readonly body: Tools[T]['body'] };
}[VerifiedTool];

/** Permission that a call names; undefined where it leaves it out. That of a plan is that of its first step. */
export const permissionOf = (call: ComposeCall): string | undefined =>
  call.tool === 'compose_plan' ? call.body.steps[0]?.input.permission : call.body.permission;

type BodyOf<T extends VerifiedTool> = Tools[T]['body'];

const DEFAULT_POOL = 6;

function transfer(make: Rebuilder, { symbol, amount, to, memo = '' }: BodyOf<'transfer'>): void {
  make.pay(symbol, unitsOf(amount, make.token(symbol).precision), to, memo);
}

function placeOrder(make: Rebuilder, body: BodyOf<'place_order'>, profile: ChainProfile): void {
  const { side } = body;
  if (side !== 'buy' && side !== 'sell') throw new RangeError('side is neither buy nor sell');
  const pair = entry(profile.pairs, body.pair, 'pairs');
  const [base, quote] = [make.token(pair.base), make.token(pair.quote)];
  const units = unitsOf(body.amount, base.precision);
  const price = { units: unitsOf(body.price, pair.price_decimals), decimals: pair.price_decimals };
  const cost = costOf({ units, precision: base.precision }, price, quote.precision);
  const memo = make.memo('order', {
    side,
    quantity: quantityText(base, units),
    price: `${decimalText(price.units, price.decimals)} ${quote.symbol}`,
  });
  const [token, locked] = side === 'buy' ? [pair.quote, cost] : [pair.base, units];
  make.pay(token, locked, make.account('exchange'), memo);
}

function payLending(make: Rebuilder, key: string, token: string, amount: string, values: Values): void {
  make.pay(
    token,
    unitsOf(amount, make.token(token).precision),
    make.account('lending'),
    make.memo(key, values),
  );
}

function borrow(
  make: Rebuilder,
  { account, amount_usdt, pool_id = DEFAULT_POOL, max_apr_bps }: BodyOf<'borrow'>,
): void {
  const token = make.token('USDT');
  const units = unitsOf(amount_usdt, token.precision);
  make.action('borrow', { account, quantity: quantityText(token, units), pool_id, max_apr_bps });
  make.action('process_queue', { account });
  make.effect({ kind: 'debt', token: 'USDT', units, to: account, memo: '' });
}

function setUpVault(
  make: Rebuilder,
  account: string,
  vault: string | undefined,
  profile: ChainProfile,
): void {
  if (vault === undefined || !isVaultName(vault, profile))
    throw new RangeError('the vault has no name of a vault');
  make.action('create_vault', { account, vault });
  make.action('generate_address', { account, vault });
}

/** True for seven characters of a to z and 1 to 5 in the form of the profile. */
function isVaultName(name: string, { vault_name, accounts }: ChainProfile): boolean {
  const [before = '', after = ''] = String(filled(vault_name, { ...accounts, id: '{id}' })).split('{id}');
  const id = name.slice(before.length, name.length - after.length);
  return name === before + id + after && /^[a-z1-5]{7}$/.test(id);
}

/**
 * The actions and effects of a call, from the call and the owner's profile alone.
 * @param permission signs; the body's own, when it names one, must be the same
 * @param vaultName of `setup_vault`: the one value that the gateway chooses
 * @throws RangeError for a call that has no exact transaction in this profile
 */
export function expectedActions(
  call: ComposeCall,
  profile: ChainProfile,
  permission: string,
  vaultName?: string,
): ExpectedActions {
  if (call.tool === 'compose_plan') return planActions(call, profile, permission, vaultName);
  if ((call.body.permission ?? permission) !== permission)
    throw new RangeError('the call names another permission');
  const make = new Rebuilder(profile, actorOf(call), permission);
  switch (call.tool) {
    case 'transfer':
      transfer(make, call.body);
      break;
    case 'place_order':
      placeOrder(make, call.body, profile);
      break;
    case 'cancel_order': {
      const { account, order_id, pair } = call.body;
      make.action('cancel_order', { account, order_id, pair: entry(profile.pairs, pair, 'pairs').name });
      break;
    }
    case 'lend': {
      const { account, amount_usdt, pool_id = DEFAULT_POOL } = call.body;
      payLending(make, 'lend', 'USDT', amount_usdt, { pool_id });
      make.action('process_queue', { account });
      break;
    }
    case 'redeem': {
      const { account, amount_tpf, pool_id = DEFAULT_POOL } = call.body;
      const shares = profile.share_tokens ?? { [DEFAULT_POOL]: 'TPF' };
      payLending(make, 'redeem', entry(shares, String(pool_id), 'share_tokens'), amount_tpf, { pool_id });
      make.action('process_queue', { account });
      break;
    }
    case 'repay':
      payLending(make, 'repay', 'USDT', call.body.amount_usdt, {});
      break;
    case 'borrow':
      borrow(make, call.body);
      break;
    case 'cancel_redeem':
      make.action('cancel_redemption', { account: call.body.account, id: call.body.id });
      break;
    case 'cancel_loan_request':
      make.action('cancel_loan_request', { account: call.body.account });
      break;
    case 'setup_vault':
      setUpVault(make, call.body.account, vaultName, profile);
      break;
    case 'withdraw_collateral':
      withdrawCollateral(make, call.body);
      break;
    case 'withdraw_btc': {
      const { amount, btc_address } = call.body;
      const units = unitsOf(amount, make.token('BTC').precision);
      make.pay('BTC', units, make.account('btc_bridge'), make.memo('peg_out', { btc_address }));
      break;
    }
    default:
      throw new RangeError(`proposals of ${String((call as { tool: unknown }).tool)} cannot be verified`);
  }
  return make.result;
}

function withdrawCollateral(make: Rebuilder, body: BodyOf<'withdraw_collateral'>): void {
  const { account, amount_cbtc, btc_address } = body;
  const token = make.token('CBTC');
  const units = unitsOf(amount_cbtc, token.precision);
  make.action('withdraw_collateral', { account, quantity: quantityText(token, units), btc_address });
  make.effect({ kind: 'collateral', token: 'CBTC', units, to: btc_address, memo: '' });
}

type PlanCall = Extract<ComposeCall, { readonly tool: 'compose_plan' }>;

/** The calls of a plan. @throws RangeError for a plan in it */
function stepsOf({ body }: PlanCall): ComposeCall[] {
  return body.steps.map(({ tool, input }) => {
    if ((tool as string) === 'compose_plan') throw new RangeError('a step of a plan is a plan');
    return { tool, body: input } as unknown as ComposeCall;
  });
}

/** The actions of all steps in order: one account and permission signs them. */
function planActions(
  call: PlanCall,
  profile: ChainProfile,
  permission: string,
  vaultName: string | undefined,
): ExpectedActions {
  const actor = actorOf(call);
  const steps = stepsOf(call).map((step, index) => {
    if (actorOf(step) !== actor) throw new RangeError(`steps[${index}] is signed by another account`);
    return expectedActions(step, profile, permission, vaultName);
  });
  return {
    actions: steps.flatMap(({ actions }) => actions),
    effects: steps.flatMap(({ effects }) => effects),
    terms: steps.flatMap(({ terms }) => terms),
  };
}

/** The account that signs a call. @throws RangeError for a plan without steps */
export function actorOf(call: ComposeCall): string {
  if (call.tool === 'compose_plan') {
    const [first] = stepsOf(call);
    if (first === undefined) throw new RangeError('the plan has no steps');
    return actorOf(first);
  }
  return call.tool === 'transfer' ? call.body.from : call.body.account;
}
