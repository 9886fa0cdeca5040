import {
  type ComposeCall,
  type Effect,
  type ExpectedActions,
  expectedActions,
  unitsOf,
  type VerifiedTool,
} from '@app/client';
import { TOOL_INPUTS } from '../generated/tool-inputs';
import { capName, type Policy, TRANSACTIONS_CAP } from '../policy/policy';
import { amountText } from '../policy/policy-text';
import { Refusal } from '../refusal';

/** A call with the actions that it stands for. */
export interface RebuiltCall extends ExpectedActions {
  readonly call: ComposeCall;
}

/** A call that the policy allows, with the room that it takes. */
export interface Judgement extends RebuiltCall {
  /** Units by name of the cap. */
  readonly units: ReadonlyMap<string, bigint>;
  /** A person has to approve it first. */
  readonly needsApproval: boolean;
}

/**
 * Tools that `send` takes. setup_vault is left out: the gateway would choose a part of what is signed. compose_plan is left
 * out: the rules, the caps and the approval are of one call.
 */
export const SENDABLE = [
  'transfer',
  'place_order',
  'cancel_order',
  'lend',
  'redeem',
  'cancel_redeem',
  'borrow',
  'cancel_loan_request',
  'repay',
  'withdraw_btc',
  'withdraw_collateral',
] as const satisfies readonly VerifiedTool[];

/**
 * Judges a call by what its transaction does: the actions are rebuilt from the call and the owner's profile.
 * @param input arguments of the agent. The account, the permission and the network are those of the policy
 * @throws Refusal
 */
export function judge(tool: string, input: Readonly<Record<string, unknown>>, policy: Policy): Judgement {
  const { call, ...expected } = rebuild(tool, input, policy);
  const { effects } = expected;
  assertAllowed(call, policy);
  for (const effect of effects) assertReceiver(call, effect, policy);
  const units = new Map([[TRANSACTIONS_CAP, 1n]]);
  for (const { kind, token, units: moved } of effects) {
    const cap = capName(kind, token);
    units.set(cap, (units.get(cap) ?? 0n) + moved);
  }
  for (const [cap, wanted] of units) assertPerTransaction(cap, wanted, policy);
  const needsApproval = effects.some(({ token, units: moved }) => {
    const above = policy.confirmAbove.get(token);
    return above !== undefined && moved > above;
  });
  return { ...expected, call, units, needsApproval };
}

/** The call as it would be signed, whatever the policy allows. @throws Refusal */
export function rebuild(tool: string, input: Readonly<Record<string, unknown>>, policy: Policy): RebuiltCall {
  const call = callOf(tool, input, policy);
  return { ...rebuilt(call, policy), call };
}

function callOf(tool: string, input: Readonly<Record<string, unknown>>, { file }: Policy): ComposeCall {
  if (tool === 'compose_plan')
    throw new Refusal('not_allowed', 'plans are not signed: send each step as a call of its own');
  if (!SENDABLE.some((name) => name === tool)) throw new Refusal('not_allowed', `${tool} cannot be sent`);
  const actor = tool === 'transfer' ? 'from' : 'account';
  const own = { [actor]: file.account, permission: file.permission, network: file.network };
  for (const [name, value] of Object.entries(own))
    if (input[name] !== undefined && input[name] !== value)
      throw new Refusal('arguments', `${name}: this signer has ${String(value)}`);
  if (input['request_id'] !== undefined)
    throw new Refusal('arguments', 'request_id stands beside the arguments');
  // Two calls that differ in it alone would count as two payments.
  if (input['detail'] !== undefined) throw new Refusal('arguments', 'detail: proposals are read whole');
  for (const [name, value] of Object.entries(input))
    if (!['string', 'number', 'boolean', 'undefined'].includes(typeof value))
      throw new Refusal('arguments', `${name} is no text, number or boolean: leave it out for its default`);
  assertFields(tool, { ...input, ...own });
  return { tool, body: { ...input, ...own } } as unknown as ComposeCall;
}

/** Names the fields that are missing or misspelt: what rebuilds the call would name a value alone. */
function assertFields(tool: string, body: Readonly<Record<string, unknown>>): void {
  const { properties = {}, required = [] } = TOOL_INPUTS[tool] ?? {};
  const unknown = Object.keys(body).filter((name) => !Object.hasOwn(properties, name));
  const missing = required.filter((name) => body[name] === undefined);
  const problems = [
    ...unknown.map((name) => `unknown field ${JSON.stringify(name)}`),
    ...missing.map((name) => `${name}: is required`),
  ];
  if (problems.length > 0) throw new Refusal('arguments', problems.join('; '));
}

function rebuilt(call: ComposeCall, { profile, file }: Policy): ExpectedActions {
  try {
    return expectedActions(call, profile, file.permission);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new Refusal('arguments', cause.message, { cause });
  }
}

/** The rule of the tool, but for receivers. */
function assertAllowed(call: ComposeCall, { file: { allow }, profile }: Policy): void {
  const rule = Object.hasOwn(allow, call.tool) ? allow[call.tool as keyof typeof allow] : undefined;
  if (rule === undefined) throw new Refusal('not_allowed', `the policy does not allow ${call.tool}`);
  if (call.tool === 'place_order') {
    const { pair, side, price } = call.body;
    const band = allow.place_order?.pairs[pair];
    const limit = side === 'buy' ? band?.buy_up_to : band?.sell_from;
    if (limit === undefined)
      throw new Refusal('not_allowed', `the policy does not allow to ${side} on ${pair}`);
    const decimals = profile.pairs[pair]?.price_decimals ?? 0;
    const [wanted, bound] = [unitsOf(price, decimals), unitsOf(limit, decimals)];
    if (side === 'buy' ? wanted > bound : wanted < bound)
      throw new Refusal(
        'price',
        `${price} is ${side === 'buy' ? 'above' : 'below'} ${limit}, the limit of the policy`,
      );
  }
  if (call.tool === 'borrow' && call.body.max_apr_bps > (allow.borrow?.max_apr_bps ?? 0))
    throw new Refusal(
      'price',
      `max_apr_bps is above ${allow.borrow?.max_apr_bps ?? 0}, the limit of the policy`,
    );
  if (call.tool === 'lend' || call.tool === 'borrow' || call.tool === 'redeem') {
    const pool = call.body.pool_id ?? 6;
    if (!allow[call.tool]?.pools.includes(pool))
      throw new Refusal('not_allowed', `the policy does not name pool ${pool}`);
  }
}

/** Receivers are names of the policy; a contract of the chain receives tokens through its own tool alone. */
function assertReceiver(
  call: ComposeCall,
  { token, to, memo }: Effect,
  { file: { allow }, profile }: Policy,
): void {
  if (call.tool === 'transfer') {
    const rule = allow.transfer?.[token as 'USDT'];
    if (rule === undefined) throw new Refusal('not_allowed', `the policy allows no transfer of ${token}`);
    const contracts = [
      ...Object.values(profile.accounts),
      ...Object.values(profile.tokens).map(({ contract }) => contract),
    ];
    if (contracts.includes(to) || !rule.to.includes(to))
      throw new Refusal('receiver', `${to} is no receiver of ${token} in the policy`);
    if (!(rule.memos ?? ['']).includes(memo)) throw new Refusal('memo', 'the policy does not name this memo');
  }
  if (call.tool === 'withdraw_btc' || call.tool === 'withdraw_collateral') {
    const { btc_address: address } = call.body;
    if (!allow[call.tool]?.to.includes(address))
      throw new Refusal('receiver', `${address} is no Bitcoin address of the policy`);
  }
}

function assertPerTransaction(cap: string, wanted: bigint, policy: Policy): void {
  if (cap === TRANSACTIONS_CAP) return;
  const most = policy.perTransaction.get(cap);
  if (most === undefined)
    throw new Refusal('cap', `${cap} has no cap in the policy, so none of it may be spent`);
  if (wanted > most)
    throw new Refusal(
      'cap',
      `${cap}: ${amountText(cap, wanted, policy)} in one transaction, at most ${amountText(cap, most, policy)}`,
    );
}
