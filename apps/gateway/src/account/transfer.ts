import { formatAsset, parseAmount, parseAsset, ValueError, type Json } from '@app/antelope';
import type { ActionCall, ContractProfile } from '@app/networks';
import type { DecodedAction } from '@app/proposals';
import { fail } from '@app/tooling';
import { MAX_MEMO, type TransferInput } from './dto/transfer.dto';

/**
 * The transfer that the input asks for, on the chain's own token.
 * @throws ToolError with everything that is wrong, each field first.
 */
export function transferCall(input: TransferInput, profile: ContractProfile): ActionCall {
  const { from, to, symbol, amount, memo } = input;
  const token = profile.token(symbol);
  const problems: string[] = [];
  if (from === to) problems.push('to: must differ from from');
  const memoBytes = Buffer.byteLength(memo);
  // The contract counts bytes: 256 characters of another script are more.
  if (memoBytes > MAX_MEMO) problems.push(`memo: is ${memoBytes} bytes long; at most ${MAX_MEMO} bytes`);
  const units = unitsOf(amount, { symbol, precision: token.precision }, problems);
  if (problems.length > 0) fail('INVALID_ARGUMENTS', problems.join('; '));
  const quantity = formatAsset({ units, symbol: token.symbol, precision: token.precision });
  return profile.transfer(token, { from, to, quantity, memo });
}

function unitsOf(
  amount: string | number,
  token: { symbol: string; precision: number },
  problems: string[],
): bigint {
  try {
    return parseAmount(amount, token);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    problems.push(`amount: ${error.message}`);
    return 0n;
  }
}

/** What a decoded transfer does, in one sentence, with the symbols of the API. */
export function transferSentence(profile: ContractProfile, { account, name, data }: DecodedAction): string {
  const { from, to, quantity, memo } = data as Record<string, Json>;
  const asset = parseAsset(String(quantity));
  const token = profile.tokenOf(account, asset.symbol);
  const shown = formatAsset({ ...asset, symbol: token?.apiSymbol ?? asset.symbol });
  const note = memo === '' ? 'without a memo' : `with the memo ${JSON.stringify(memo)}`;
  if (name !== profile.entries().actions.transfer.name)
    throw new Error(`${account}::${name} is not a transfer`);
  return `${String(from)} sends ${shown} (of ${account}) to ${String(to)} ${note}.`;
}
