import { type Asset, parseAsset } from '@app/antelope';
import { BitcoinAddressError, type BitcoinNetwork, readBitcoinAddress } from '@app/bitcoin';
import type { Token } from '@app/networks';
import { pegOutCost } from '../../lookups/bridge-fees/peg-out-cost';
import type { PegOutFees } from '../../table-rows/fee-row';
import { displayAmount } from '../../formatting/token-amount';
import { type ActionDescriber, movedAmount, onlyActor } from './facts';

/** A payment of BTC to its bridge, or of CBTC to that of the vaults, whose memo is an address of Bitcoin. */
export const describePegOut: ActionDescriber = ({ profile, fees, isPast }, _action, transfer) => {
  const token = transfer && profile.tokenOf(transfer.contract, transfer.asset.symbol);
  const bridge = token && ({ BTC: 'btc_bridge', CBTC: 'vault_bridge' } as const)[token.apiSymbol as 'BTC'];
  if (transfer === undefined || token === undefined || bridge === undefined) return undefined;
  if (transfer.to !== profile.account(bridge) || !isOf(token, transfer.asset)) return undefined;
  const { btc_address } = profile.readMemo('peg_out', transfer.memo) ?? {};
  if (!isAddress(String(btc_address), profile.bitcoinNetwork)) return undefined;
  const arrival = isPast ? PAST_FEES : arrivalOf(fees[bridge], transfer.asset.units, token, 'arrives');
  return (
    `${transfer.from} sends ${movedAmount(profile, transfer)} to the Bitcoin address ${String(btc_address)}: ` +
    arrival
  );
};

/** A withdrawal of collateral from a vault. */
export const describeCollateralWithdrawal: ActionDescriber = ({ profile, fees, isPast }, action) => {
  const isLending = action.account === profile.account('lending');
  const values = isLending ? profile.readAction('withdraw_collateral', action) : undefined;
  if (values === undefined) return undefined;
  const cbtc = profile.token('CBTC');
  const asset = parseAsset(String(values['quantity']));
  const address = String(values['btc_address']);
  const owner = values['account'] ?? onlyActor(action);
  // Bytes of any origin: a text that is no address may read as another sentence.
  if (owner === undefined || !isOf(cbtc, asset) || !isAddress(address, profile.bitcoinNetwork))
    return undefined;
  return (
    `${String(owner)} withdraws ${displayAmount(asset.units, cbtc)} of its vault to the Bitcoin address ${address}: ` +
    (isPast ? PAST_FEES : arrivalOf(fees.vault_bridge, asset.units, cbtc, 'arrives as BTC'))
  );
};

/** Whether an amount is one that the contract of a token can have. */
const isOf = ({ symbol, precision }: Token, asset: Asset): boolean =>
  asset.symbol === symbol && asset.precision === precision;

const PAST_FEES = 'the bridge takes its fees out of it.';

function arrivalOf(
  fees: PegOutFees | null | undefined,
  amount: bigint,
  token: Token,
  arrives: string,
): string {
  if (fees === null || fees === undefined)
    return 'the bridge takes its fees out of it, which could not be read.';
  const shown = (units: bigint) => displayAmount(units, token);
  if (amount < fees.minimum)
    return `that is below the minimum of the bridge, ${shown(fees.minimum)}, which refuses it.`;
  const { txFee, minerFee, net } = pegOutCost(fees, amount);
  if (net <= 0n) return 'the fees of the bridge leave nothing of it.';
  const mining = minerFee === 0n ? '' : ` and ${shown(minerFee)} for the miners`;
  const review =
    fees.reviewFrom !== undefined && amount >= fees.reviewFrom
      ? ' The bridge reviews an amount this large before it sends it.'
      : '';
  return `the bridge takes a fee of ${shown(txFee)}${mining}, ${shown(net)} ${arrives}.${review}`;
}

function isAddress(text: string, network: BitcoinNetwork): boolean {
  try {
    readBitcoinAddress(text, network);
    return true;
  } catch (error) {
    if (error instanceof BitcoinAddressError) return false;
    throw error;
  }
}
