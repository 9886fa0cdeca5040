import {
  ByteReader,
  hexToBytes,
  MAX_UNITS,
  nameFromValue,
  tokenSymbolFromValue,
  ValueError,
} from '@app/antelope';
import type { ProfileWithoutTables } from '@app/networks';
import type { ActionTrace } from '@app/upstream';

/** A token as its contract moves it. */
export interface MovedToken {
  /**
   * The symbol of the API, or that of another token of a contract that the profile names, such as the shares of other
   * pools; `SYMBOL@contract` for all other tokens.
   */
  readonly name: string;
  readonly contract: string;
  readonly precision: number;
}

/** Units of a token that change their owner. */
export interface TokenMovement {
  readonly token: MovedToken;
  /** Undefined when they were issued. */
  readonly from: string | undefined;
  /** Undefined when they were retired. */
  readonly to: string | undefined;
  /** Above zero. */
  readonly units: bigint;
  readonly memo: string;
  /** Index of the action of the transaction that caused it; null where it is not known. */
  readonly root: number | null;
}

/** Actions of the standard token contract that change balances; all have the quantity and the memo last. */
const MOVING = new Set(['transfer', 'issue', 'retire']);
/** Its other actions. */
const NOT_MOVING = new Set(['create', 'open', 'close']);
const MAX_DATA_BYTES = 4_096;

/**
 * Tokens that a transaction moves, by the actions that each token contract ran itself: notifications are copies.
 * @throws ValueError for data of another form, and for an action of a token of the profile that the standard
 *   contract does not have: no change of a balance is known then.
 */
export function tokenMovements(
  profile: ProfileWithoutTables,
  traces: readonly ActionTrace[],
): TokenMovement[] {
  const movements: TokenMovement[] = [];
  for (const trace of traces) {
    const { receiver, contract, name } = trace;
    if (receiver !== contract) continue;
    if (MOVING.has(name)) movements.push(movement(profile, trace));
    else if (isTokenContract(profile, contract) && !NOT_MOVING.has(name))
      throw new ValueError(`${contract}::${name} may change balances`);
  }
  return movements;
}

const isTokenContract = (profile: ProfileWithoutTables, account: string): boolean =>
  profile.tokens().some(({ contract }) => contract === account);

function movement(profile: ProfileWithoutTables, trace: ActionTrace): TokenMovement {
  const { contract, name, data } = trace;
  if (data.length > 2 * MAX_DATA_BYTES) throw new ValueError(`the data of ${contract}::${name} is too long`);
  const reader = new ByteReader(hexToBytes(data));
  const account = () => nameFromValue(reader.uint64());
  const owners = ownersOf(trace, account);
  const units = reader.int64();
  if (units <= 0n || units > MAX_UNITS) throw new ValueError(`${contract}::${name} moves no amount`);
  const token = movedToken(profile, contract, reader.uint64());
  // As the contracts read it: what follows the memo is ignored.
  const memo = Buffer.from(reader.prefixed()).toString();
  return { token, ...owners, units, memo, root: trace.root };
}

/**
 * Accounts whose balances change. The issuer gets the issued tokens: older token contracts take any account as the
 * receiver, and send them there by a transfer of their own.
 */
function ownersOf(trace: ActionTrace, account: () => string): Pick<TokenMovement, 'from' | 'to'> {
  if (trace.name === 'transfer') return { from: account(), to: account() };
  if (trace.name === 'retire') return { from: onlyActor(trace), to: undefined };
  account();
  return { from: undefined, to: onlyActor(trace) };
}

/** The issuer of a token, who alone may issue and retire it, from and to the own balance. */
function onlyActor({ contract, name, actors }: ActionTrace): string {
  const [actor, ...others] = new Set(actors);
  if (actor === undefined || others.length > 0)
    throw new ValueError(`${contract}::${name} has several actors`);
  return actor;
}

function movedToken(profile: ProfileWithoutTables, contract: string, value: bigint): MovedToken {
  const { symbol, precision } = tokenSymbolFromValue(value);
  const known = profile.tokenOf(contract, symbol);
  if (known !== undefined && known.precision !== precision)
    throw new ValueError(`${symbol} of ${contract} has ${known.precision} decimals, not ${precision}`);
  const name = known?.apiSymbol ?? nameOfOther(profile, contract, symbol);
  return { name, contract, precision };
}

function nameOfOther(profile: ProfileWithoutTables, contract: string, symbol: string): string {
  const isOwnSymbol = isTokenContract(profile, contract) && !isTaken(profile, symbol);
  return isOwnSymbol ? symbol : `${symbol}@${contract}`;
}

/** Whether the symbol is that of a token of the profile, in the words of the API or of the chain. */
const isTaken = (profile: ProfileWithoutTables, symbol: string): boolean =>
  profile.tokens().some((token) => token.apiSymbol === symbol || token.symbol === symbol);
