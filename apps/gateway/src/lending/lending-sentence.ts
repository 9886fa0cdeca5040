import { formatAsset, parseAsset } from '@app/antelope';
import type { ContractProfile, TemplateValues } from '@app/networks';
import type { DecodedAction } from '@app/proposals';
import { LENDING_ACTIONS, LENDING_PAYMENTS, type LendingAction, type LendingPayment } from './lending-step';

/** Values of a decoded action as texts; amounts in the symbols of the API. */
type Words = Readonly<Record<string, string>>;

const ACTION_SENTENCES: Readonly<Record<LendingAction, (words: Words) => string>> = {
  create_vault: ({ account, vault }) => `${account} creates the vault ${vault}, which holds its collateral.`,
  generate_address: ({ account, vault }) =>
    `${account} asks for the Bitcoin address of the vault ${vault}: BTC sent there becomes CBTC in it.`,
  borrow: ({ account, quantity, pool_id, max_apr_bps }) =>
    `${account} borrows ${quantity} from pool ${pool_id} against the collateral in its vault if the rate with it ` +
    `lent out is at most ${max_apr_bps} bps; else the request is queued.`,
  process_queue: () => 'The lending contract goes through its queues of loan requests and redemptions.',
  cancel_loan_request: ({ account }) => `${account} takes its queued loan request back.`,
  cancel_redemption: ({ account, id }) =>
    `${account} takes redemption ${id} out of the queue: the shares that still wait come back.`,
};

const PAYMENT_SENTENCES: Readonly<Record<LendingPayment, (words: Words) => string>> = {
  lend: ({ from, quantity, pool_id }) =>
    `${from} lends ${quantity} to pool ${pool_id} and gets shares of the pool.`,
  repay: ({ from, quantity }) => `${from} pays ${quantity} toward its loan.`,
  redeem: ({ from, quantity, pool_id }) =>
    `${from} redeems ${quantity}, shares of pool ${pool_id}, for USDT; what the pool cannot pay now is queued.`,
};

/** What a decoded action of lending does, in one sentence. */
export function lendingSentence(profile: ContractProfile, action: DecodedAction): string {
  const sentence = actionSentence(profile, action) ?? paymentSentence(profile, action);
  if (sentence === undefined) throw new Error(`${action.account}::${action.name} is no action of lending`);
  return sentence;
}

function actionSentence(profile: ContractProfile, action: DecodedAction): string | undefined {
  if (action.account !== profile.account('lending')) return undefined;
  for (const key of LENDING_ACTIONS) {
    const values = profile.readAction(key, action);
    if (values === undefined) continue;
    // A template may leave the account out: then it is who signs.
    const account = action.authorization[0]?.actor ?? '';
    return ACTION_SENTENCES[key](wordsOf({ account, ...values }, (text) => loanAmount(profile, text)));
  }
  return undefined;
}

function paymentSentence(profile: ContractProfile, action: DecodedAction): string | undefined {
  const transfer = profile.readAction('transfer', action);
  if (transfer === undefined || transfer['to'] !== profile.account('lending')) return undefined;
  const memo = String(transfer['memo']);
  for (const key of LENDING_PAYMENTS) {
    const values = profile.readMemo(key, memo);
    if (values === undefined) continue;
    const words = wordsOf({ ...values, ...transfer }, (text) => paidAmount(profile, action.account, text));
    return PAYMENT_SENTENCES[key](words);
  }
  return undefined;
}

function wordsOf(values: TemplateValues, amount: (text: string) => string): Words {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      key === 'quantity' ? amount(String(value)) : String(value),
    ]),
  );
}

/** An amount that is named, not moved: the contract lends one token. */
function loanAmount(profile: ContractProfile, text: string): string {
  const asset = parseAsset(text);
  const usdt = profile.token('USDT');
  return formatAsset(asset.symbol === usdt.symbol ? { ...asset, symbol: usdt.apiSymbol } : asset);
}

/** An amount that is moved: the contract it is of tells what it is. */
function paidAmount(profile: ContractProfile, contract: string, text: string): string {
  const asset = parseAsset(text);
  const symbol = profile.tokenOf(contract, asset.symbol)?.apiSymbol ?? asset.symbol;
  return `${formatAsset({ ...asset, symbol })} (of ${contract})`;
}
