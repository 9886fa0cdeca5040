import { formatAmount, isJsonObject, type Json, parseAsset } from '@app/antelope';
import { type JsonNumber, numberOfDecimal, type RawJson } from './exact-number';

/** Decoded data with the members that Hyperion adds or replaces: numbers may be exact decimals. */
export type Shown = Json | RawJson | readonly Shown[] | { readonly [member: string]: Shown };
export type ShownObject = Readonly<Record<string, Shown>>;

type Transform = (data: ShownObject) => ShownObject;

const SYSTEM = 'eosio';
const TRANSFER = 'transfer';

interface Quantity {
  readonly amount: JsonNumber;
  readonly symbol: string;
}

/** Amount and symbol of an asset text; undefined for everything else. */
export function quantityOf(value: Shown | undefined): Quantity | undefined {
  if (typeof value !== 'string') return undefined;
  const [amount = '', symbol = ''] = value.split(' ');
  try {
    parseAsset(value);
  } catch {
    // Not an asset: contracts name members of other types `quantity`, too.
    return undefined;
  }
  return { amount: numberOfDecimal(amount), symbol };
}

/** Sources: facts of Hyperion 3.3's answers, docs/reference/history-routes.md "Members that Hyperion adds". */
const SYSTEM_ACTIONS: Readonly<Record<string, Transform>> = {
  newaccount: (data) => ({ ...data, newact: data['newact'] ?? data['name'] ?? '' }),
  updateauth: (data) => ({
    ...data,
    ...(isObject(data['auth']) ? { auth: shortAuthority(data['auth']) } : {}),
  }),
  buyram: (data) => withNumbers(data, ['quant']),
  delegatebw: (data) => withStake(data, 'stake_net_quantity', 'stake_cpu_quantity'),
  undelegatebw: (data) => withStake(data, 'unstake_net_quantity', 'unstake_cpu_quantity'),
};

/** The data of an action as Hyperion shows it. */
export function shownActionData(account: string, action: string, data: Json): Shown {
  if (!isObject(data)) return data;
  if (account === SYSTEM && Object.hasOwn(SYSTEM_ACTIONS, action))
    return SYSTEM_ACTIONS[action]?.(data) ?? data;
  return action === TRANSFER ? shownTransfer(data) : data;
}

function shownTransfer(data: ShownObject): ShownObject {
  const quantity = quantityOf(data['quantity']);
  if (quantity === undefined) return data;
  const { from = '', to = '', ...others } = data;
  return { from, to, ...quantity, ...others };
}

/** The row of a table as Hyperion shows it: token balances with amount and symbol. */
export function shownRow(table: string, data: Json): Shown {
  if (table !== 'accounts' || !isObject(data)) return data;
  const quantity = quantityOf(data['balance']);
  return quantity === undefined ? data : { ...data, ...quantity };
}

/** An authority without its empty lists. */
function shortAuthority(authority: ShownObject): ShownObject {
  return Object.fromEntries(
    Object.entries(authority).filter(([, value]) => !(Array.isArray(value) && value.length === 0)),
  );
}

function withNumbers(data: ShownObject, members: readonly string[]): ShownObject {
  const numbers = members.flatMap((member) => {
    const quantity = quantityOf(data[member]);
    return quantity === undefined ? [] : [[member, quantity.amount] as const];
  });
  return { ...data, ...Object.fromEntries(numbers) };
}

/** Both stakes as numbers, and their sum: of the units, so that no digit is lost. */
function withStake(data: ShownObject, net: string, cpu: string): ShownObject {
  const [one, other] = [data[net], data[cpu]];
  if (quantityOf(one) === undefined || quantityOf(other) === undefined) return data;
  const { units, precision } = parseAsset(String(one));
  const sum = units + parseAsset(String(other)).units;
  return { ...withNumbers(data, [net, cpu]), amount: numberOfDecimal(formatAmount(sum, precision)) };
}

export function isObject(value: unknown): value is ShownObject {
  return isJsonObject(value) && !('rawJSON' in value);
}

const LONG_TEXT = 256;
const SHOWN_CHARACTERS = 32;

/** The first characters of a text: half of a surrogate pair would be no Unicode text. */
const beginningOf = (text: string): string => text.slice(0, SHOWN_CHARACTERS).replace(/[\ud800-\udbff]$/, '');

/** `noBinary`: texts of more than 256 characters are cut to 32 and an ellipsis, at any depth. */
export function withoutBinary(value: Shown): Shown {
  if (typeof value === 'string') return value.length > LONG_TEXT ? `${beginningOf(value)}...` : value;
  if (Array.isArray(value)) return (value as readonly Shown[]).map(withoutBinary);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, withoutBinary(each)]));
}
