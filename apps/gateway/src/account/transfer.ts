import { ValueError } from '@app/antelope';
import type { ActionCall, ProfileWithoutTables } from '@app/networks';
import { parseFields } from '../composing/parse-fields';
import { whyTokensStayAt } from '../composing/receivers';
import { chainAmount, unitsOf } from '../formatting/token-amount';
import { MAX_MEMO, type TransferInput } from './dto/transfer.dto';

/**
 * The transfer that the input asks for, on the chain's own token.
 * @throws ToolError with everything that is wrong, each field first.
 */
export function transferCall(input: TransferInput, profile: ProfileWithoutTables): ActionCall {
  const { from, symbol } = input;
  const token = profile.token(symbol);
  const { to, memo, amount } = parseFields({
    to: () => receiverOf(input, profile),
    memo: () => memoOf(input),
    amount: () => unitsOf(input.amount, token),
  });
  return profile.transfer(token, { from, to, quantity: chainAmount(amount, token), memo });
}

function receiverOf({ from, to }: TransferInput, profile: ProfileWithoutTables): string {
  if (from === to) throw new ValueError('must differ from from');
  const reason = whyTokensStayAt(profile, to);
  if (reason !== undefined) throw new ValueError(reason);
  return to;
}

/** The contract counts bytes: 256 characters of another script are more. */
function memoOf({ memo }: TransferInput): string {
  const bytes = Buffer.byteLength(memo);
  if (bytes > MAX_MEMO) throw new ValueError(`is ${bytes} bytes long; at most ${MAX_MEMO} bytes`);
  return memo;
}
