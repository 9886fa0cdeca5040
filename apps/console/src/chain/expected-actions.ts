import type { NetworkFacts, Token } from '../gateway/network-facts';
import { formatAsset, formatPrice, parseAmount, parsePrice, quoteUnitsOf } from './antelope';

/** Input of a tool as it was sent, values as texts or numbers. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** An action that the form stands for. A value of `ANY_VAULT` is a name that the gateway chooses. */
export interface ExpectedAction {
  readonly account: string;
  readonly name: string;
  readonly data: Readonly<Record<string, string | typeof ANY_VAULT>>;
}

/** Stands for the name of a new vault, in the form of the profile. A symbol, as no text of a form equals it. */
export const ANY_VAULT = Symbol('vault');

const DEFAULT_POOL = '6';

/** Names of the network, and the symbols of pool shares by the id of the pool. */
export interface ExpectationFacts {
  readonly network: NetworkFacts;
  readonly shareSymbols: Readonly<Record<string, string>>;
}

type Maker = (input: Reader, facts: ExpectationFacts) => readonly ExpectedAction[];

/** The actions that each tool composes, made of the form and the profile alone. */
const MAKERS: Readonly<Record<string, Maker>> = {
  transfer: (input, { network }) => [
    transfer(network, tokenOf(network, input.text('symbol')), {
      from: input.text('from'),
      to: input.text('to'),
      amount: input.text('amount'),
      memo: input.text('memo', ''),
    }),
  ],
  place_order: (input, { network }) => [order(input, network)],
  cancel_order: (input, { network }) => [
    action(network, 'cancel_order', {
      account: input.text('account'),
      order_id: input.text('order_id'),
      pair: pairOf(network, input.text('pair')).chainName,
    }),
  ],
  setup_vault: (input, { network }) =>
    ['create_vault', 'generate_address'].map((key) =>
      action(network, key, { account: input.text('account') }, '{vault}'),
    ),
  borrow: (input, { network }) => [
    action(network, 'borrow', {
      account: input.text('account'),
      quantity: quantityOf(tokenOf(network, 'USDT'), input.text('amount_usdt')),
      pool_id: input.text('pool_id', DEFAULT_POOL),
      max_apr_bps: input.text('max_apr_bps'),
    }),
    processQueue(input, network),
  ],
  cancel_loan_request: (input, { network }) => [
    action(network, 'cancel_loan_request', { account: input.text('account') }),
  ],
  repay: (input, { network }) => [payment(input, network, 'repay', tokenOf(network, 'USDT'), 'amount_usdt')],
  lend: (input, { network }) => [
    payment(input, network, 'lend', tokenOf(network, 'USDT'), 'amount_usdt'),
    processQueue(input, network),
  ],
  redeem: (input, { network, shareSymbols }) => {
    const symbol = shareSymbols[input.text('pool_id', DEFAULT_POOL)];
    if (symbol === undefined) throw new Error('the symbol of the shares is not known');
    const shares = { ...tokenOf(network, 'TPF'), symbol };
    return [payment(input, network, 'redeem', shares, 'amount_tpf'), processQueue(input, network)];
  },
  cancel_redeem: (input, { network }) => [
    action(network, 'cancel_redemption', { account: input.text('account'), id: input.text('id') }),
  ],
  withdraw_collateral: (input, { network }) => [
    action(network, 'withdraw_collateral', {
      account: input.text('account'),
      quantity: quantityOf(tokenOf(network, 'CBTC'), input.text('amount_cbtc')),
      btc_address: input.text('btc_address'),
    }),
  ],
  withdraw_btc: (input, { network }) => [
    transfer(network, tokenOf(network, 'BTC'), {
      from: input.text('account'),
      to: accountOf(network, 'btc_bridge'),
      amount: input.text('amount'),
      memo: filled(memoOf(network, 'peg_out'), { btc_address: input.text('btc_address') }),
    }),
  ],
};

/**
 * The actions that a form stands for.
 * @throws Error for a tool that the console does not know, and for values that no token or pair can have
 */
export function expectedActions(
  tool: string,
  input: ToolInput,
  facts: ExpectationFacts,
): readonly ExpectedAction[] {
  if (tool === 'compose_plan')
    return stepsOf(input).flatMap((step) => expectedActions(step.tool, step.input, facts));
  const make = Object.hasOwn(MAKERS, tool) ? MAKERS[tool] : undefined;
  if (make === undefined) throw new Error(`the console cannot check proposals of ${tool}`);
  return make(new Reader(input), facts);
}

/** A step of a plan. */
export interface PlanStep {
  readonly tool: string;
  readonly input: ToolInput;
}

/** The steps of a plan. @throws Error for another form, and for a plan in a plan */
export function stepsOf({ steps }: ToolInput): PlanStep[] {
  if (!Array.isArray(steps)) throw new Error('steps is no list');
  return steps.map((step: unknown) => {
    const { tool, input } = (step ?? {}) as Partial<PlanStep>;
    if (typeof tool !== 'string' || typeof input !== 'object' || tool === 'compose_plan')
      throw new Error('a step is no call of a tool that composes');
    return { tool, input };
  });
}

/** Reads the members of an input as texts. */
class Reader {
  constructor(private readonly input: ToolInput) {}

  /** @throws Error for a member that is missing, where nothing stands in for it */
  text(member: string, unset?: string): string {
    const value = this.input[member] ?? unset;
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return String(value);
    throw new Error(`${member} is missing`);
  }
}

function order(input: Reader, network: NetworkFacts): ExpectedAction {
  const pair = pairOf(network, input.text('pair'));
  const [base, quote] = [tokenOf(network, pair.base), tokenOf(network, pair.quote)];
  const side = input.text('side');
  const amount = parseAmount(input.text('amount'), base);
  const price = parsePrice(input.text('price'), pair.priceDecimals);
  const value = quoteUnitsOf(amount, base.precision, price, pair.priceDecimals, quote.precision, 'ceil');
  const [token, units] = side === 'buy' ? [quote, value] : [base, amount];
  return transferOf(network, token, {
    from: input.text('account'),
    to: accountOf(network, 'exchange'),
    quantity: formatAsset({ ...token, units }),
    memo: filled(memoOf(network, 'order'), {
      side,
      quantity: formatAsset({ ...base, units: amount }),
      price: `${formatPrice(price, pair.priceDecimals)} ${quote.symbol}`,
    }),
  });
}

const payment = (
  input: Reader,
  network: NetworkFacts,
  memo: string,
  token: Token,
  amountMember: string,
): ExpectedAction =>
  transfer(network, token, {
    from: input.text('account'),
    to: accountOf(network, 'lending'),
    amount: input.text(amountMember),
    memo: filled(memoOf(network, memo), {
      account: input.text('account'),
      pool_id: input.text('pool_id', DEFAULT_POOL),
    }),
  });

const processQueue = (input: Reader, network: NetworkFacts): ExpectedAction =>
  action(network, 'process_queue', { account: input.text('account') });

function transfer(
  network: NetworkFacts,
  token: Token,
  { amount, ...values }: { from: string; to: string; amount: string; memo: string },
): ExpectedAction {
  return transferOf(network, token, { ...values, quantity: quantityOf(token, amount) });
}

const transferOf = (
  network: NetworkFacts,
  { contract }: Token,
  values: Record<string, string>,
): ExpectedAction => ({
  ...action(network, 'transfer', values),
  account: contract,
});

/** An action of the profile. @param newVault the member of its template that is the name of a new vault */
function action(
  network: NetworkFacts,
  key: string,
  values: Readonly<Record<string, string>>,
  newVault?: string,
): ExpectedAction {
  const template = network.actions[key];
  if (template === undefined) throw new Error(`the profile has no action ${key}`);
  const data = Object.entries(template.data).map(
    ([name, value]) => [name, value === newVault ? ANY_VAULT : filled(String(value), values)] as const,
  );
  return {
    account: network.accounts[template.account] ?? '',
    name: template.name,
    data: Object.fromEntries(data),
  };
}

const quantityOf = (token: Token, amount: string): string =>
  formatAsset({ ...token, units: parseAmount(amount, token) });

/** A template of the profile with its placeholders filled. */
function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{([a-z_]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for {${name}}`);
    return value;
  });
}

function tokenOf({ tokens }: NetworkFacts, apiSymbol: string): Token {
  const token = tokens.find((each) => each.apiSymbol === apiSymbol);
  if (token === undefined) throw new Error(`the profile has no token ${apiSymbol}`);
  return token;
}

function pairOf({ pairs }: NetworkFacts, apiName: string): NetworkFacts['pairs'][number] {
  const pair = pairs.find((each) => each.apiName === apiName);
  if (pair === undefined) throw new Error(`the profile has no pair ${apiName}`);
  return pair;
}

function accountOf({ accounts }: NetworkFacts, role: string): string {
  const account = accounts[role];
  if (account === undefined) throw new Error(`the profile has no account ${role}`);
  return account;
}

function memoOf({ memos }: NetworkFacts, key: string): string {
  const memo = memos[key];
  if (memo === undefined) throw new Error(`the profile has no memo ${key}`);
  return memo;
}
