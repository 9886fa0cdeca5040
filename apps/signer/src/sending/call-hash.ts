import { createHash, createHmac } from 'node:crypto';
import { type ActionTerms, type BinaryAction, type ExpectedActions, packTransaction } from '@app/client';

/** Names a call by what it does: the hash of its actions. Two forms of one payment are one call. */
export function callHash(actions: readonly BinaryAction[]): string {
  const header = { expiration: 0, refBlockNum: 0, refBlockPrefix: 0, maxNetUsageWords: 0 };
  return createHash('sha256').update(packTransaction(header, actions)).digest('hex');
}

/** Names a question to the person who approves: a call, and everything that the approval covers. */
export const questionHash = (call: string, covers: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([call, ...covers]))
    .digest('hex');

/**
 * Names a question to the person who approves it: another call under the same request, or the same one for more reasons,
 * has another code. An agent chooses both calls, and 64 bits without a key collide after 2^32 of them: the key is that of
 * the log, which only an open signer has, so that a code has to be asked for, and few questions may wait.
 * @param macKey see OpenKey; entries of the log begin with their number, so no MAC of one is a code
 */
export const approvalCode = (macKey: Uint8Array, request: string, question: string): string =>
  createHmac('sha256', macKey).update(`approval\n${request}\n${question}`).digest('hex').slice(0, 16);

/**
 * A call in words for people, with everything that is signed: payments with their memos, and each other action with all of
 * its members.
 */
export function effectText(
  { effects, terms }: Pick<ExpectedActions, 'effects' | 'terms'>,
  decimals: (token: string) => number,
): string {
  const movements = effects.map(({ kind, token, units, to, memo }) => {
    const amount = `${decimal(units, decimals(token))} ${token}`;
    const words = {
      pay: `pays ${amount} to`,
      debt: `borrows ${amount} for`,
      collateral: `withdraws ${amount} to`,
    };
    return `${words[kind]} ${to}${memo === '' ? '' : ` with the memo ${JSON.stringify(memo)}`}`;
  });
  return [...movements, ...terms.map(termsText)].join(', ');
}

function termsText({ account, name, members }: ActionTerms): string {
  const texts = Object.entries(members).map(([member, value]) => `${member} ${plain(String(value))}`);
  return `${account}::${name}${texts.length === 0 ? '' : ` (${texts.join(', ')})`}`;
}

/** Quoted where it could be read as more than one member. */
const plain = (text: string): string => (/^[\w. ]+$/.test(text) ? text : JSON.stringify(text));

function decimal(units: bigint, precision: number): string {
  const digits = units.toString().padStart(precision + 1, '0');
  return precision === 0 ? digits : `${digits.slice(0, -precision)}.${digits.slice(-precision)}`;
}
