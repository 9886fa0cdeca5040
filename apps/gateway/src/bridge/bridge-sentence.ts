import { parseAsset } from '@app/antelope';
import type { ContractProfile } from '@app/networks';
import type { DecodedAction } from '@app/proposals';
import { shownAmount } from '../chain/token-amount';
import { collateralWithdrawalFee } from './collateral-fee';
import { type PegOutFees, pegOutCost } from './peg-out-cost';

/** What a decoded peg-out does and what of it arrives, in one sentence. */
export function pegOutSentence(profile: ContractProfile, action: DecodedAction, fees: PegOutFees): string {
  const btc = profile.token('BTC');
  const transfer = action.account === btc.contract ? profile.readAction('transfer', action) : undefined;
  const memo = transfer && profile.readMemo('peg_out', String(transfer['memo']));
  if (transfer === undefined || memo === undefined || transfer['to'] !== profile.account('btc_bridge')) {
    throw new Error(`${action.account}::${action.name} is no peg-out`);
  }
  const amount = parseAsset(String(transfer['quantity'])).units;
  const { txFee, minerFee, net } = pegOutCost(fees, amount);
  const [sent, fee, mining, arriving] = [amount, txFee, minerFee, net].map((units) =>
    shownAmount(units, btc),
  );
  const review =
    fees.reviewFrom !== undefined && amount >= fees.reviewFrom
      ? ' The bridge reviews an amount this large before it sends it.'
      : '';
  return (
    `${String(transfer['from'])} sends ${sent} (of ${btc.contract}) to the Bitcoin address ` +
    `${String(memo['btc_address'])}: the bridge takes a fee of ${fee} and ${mining} for the miners, ` +
    `${arriving} arrives.${review}`
  );
}

/** What a decoded withdrawal of collateral does and what of it arrives, in one sentence. */
export function collateralSentence(profile: ContractProfile, action: DecodedAction): string {
  const isLending = action.account === profile.account('lending');
  const values = isLending ? profile.readAction('withdraw_collateral', action) : undefined;
  if (values === undefined) throw new Error(`${action.account}::${action.name} withdraws no collateral`);
  const cbtc = profile.token('CBTC');
  const amount = parseAsset(String(values['quantity'])).units;
  const fee = collateralWithdrawalFee(amount, cbtc);
  const owner = String(values['account'] ?? action.authorization[0]?.actor);
  return (
    `${owner} withdraws ${shownAmount(amount, cbtc)} of its vault to the Bitcoin address ` +
    `${String(values['btc_address'])}: the bridge takes a fee of ${shownAmount(fee, cbtc)}, ` +
    `${shownAmount(amount - fee, cbtc)} arrives as BTC.`
  );
}
