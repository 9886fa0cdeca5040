import { decimalText } from '../chain/amounts.ts';
import { ByteWriter } from '../chain/byte-writer.ts';
import { type ChainProfile, type ChainToken, filled, type Template } from '../chain/profile.ts';
import type { BinaryAction } from '../chain/transaction.ts';

/** One movement of tokens that a call causes for its account. */
export interface Effect {
  /** `pay`: tokens leave the account. `debt`: the account owes more. `collateral`: leaves the vault. */
  readonly kind: 'pay' | 'debt' | 'collateral';
  /** Key of the profile's `tokens`. */
  readonly token: string;
  /** Smallest units, gross. */
  readonly units: bigint;
  /** The receiving account, or the Bitcoin address. */
  readonly to: string;
  readonly memo: string;
}

/** The members of an action that is no payment. */
export interface ActionTerms {
  /** Account of the contract. */
  readonly account: string;
  readonly name: string;
  readonly members: Readonly<Record<string, Template>>;
}

/** The transaction that a call asks for, rebuilt without the gateway. */
export interface ExpectedActions {
  readonly actions: readonly BinaryAction[];
  readonly effects: readonly Effect[];
  /** All actions but the payments among the effects: together they state everything that is signed. */
  readonly terms: readonly ActionTerms[];
}

/** Values of the members of an action, by the placeholders of its template. */
export type Values = Readonly<Record<string, Template>>;

/** Rebuilds the actions of a call for one signer. */
export class Rebuilder {
  readonly #actions: BinaryAction[] = [];
  readonly #effects: Effect[] = [];
  readonly #terms: ActionTerms[] = [];

  constructor(
    private readonly profile: ChainProfile,
    private readonly actor: string,
    private readonly permission: string,
  ) {}

  get result(): ExpectedActions {
    return { actions: this.#actions, effects: this.#effects, terms: this.#terms };
  }

  /** An action of the profile that is no payment. */
  action(key: string, values: Values): void {
    this.#terms.push(this.#add(key, values));
  }

  /** @param token the one that a transfer moves */
  #add(key: string, values: Values, token?: ChainToken): ActionTerms {
    const template = entry(this.profile.actions, key, 'actions');
    const account =
      template.account === 'token' && token !== undefined
        ? token.contract
        : entry(this.profile.accounts, template.account, 'accounts');
    const data = Object.entries(template.data).map(
      ([name, value]) => [name, filled(value, { ...this.profile.accounts, ...values })] as const,
    );
    const { actor, permission } = this;
    this.#actions.push({
      account,
      name: template.name,
      actor,
      permission,
      data: this.#packed(account, template.name, new Map(data)),
    });
    return { account, name: template.name, members: Object.fromEntries(data) };
  }

  pay(tokenKey: string, units: bigint, to: string, memo: string): void {
    const token = this.token(tokenKey);
    this.#add('transfer', { from: this.actor, to, quantity: quantityText(token, units), memo }, token);
    this.#effects.push({ kind: 'pay', token: tokenKey, units, to, memo });
  }

  effect(effect: Effect): void {
    this.#effects.push(effect);
  }

  token(key: string): ChainToken {
    return entry(this.profile.tokens, key, 'tokens');
  }

  account(role: string): string {
    return entry(this.profile.accounts, role, 'accounts');
  }

  memo(key: string, values: Values): string {
    return String(filled(entry(this.profile.memos, key, 'memos'), { account: this.actor, ...values }));
  }

  #packed(account: string, name: string, data: ReadonlyMap<string, Template>): Uint8Array {
    const layout = entry(this.profile.layouts, `${account}::${name}`, 'layouts');
    if (layout.length !== data.size)
      throw new RangeError(`${account}::${name} has other members than the profile`);
    const writer = new ByteWriter();
    for (const [member, type] of layout) {
      if (!data.has(member)) throw new RangeError(`${account}::${name}: the profile does not fill ${member}`);
      writer.value(type, data.get(member));
    }
    return writer.finish();
  }
}

/** A quantity as nodes write it. */
export const quantityText = ({ symbol, precision }: ChainToken, units: bigint): string =>
  `${decimalText(units, precision)} ${symbol}`;

/** @throws RangeError that names the entries of the profile */
export function entry<T>(entries: Readonly<Record<string, T>>, key: unknown, what: string): T {
  // A list of one text would pass for it.
  const found = typeof key === 'string' && Object.hasOwn(entries, key) ? entries[key] : undefined;
  if (found === undefined) {
    const known = Object.keys(entries).join(', ');
    throw new RangeError(`the profile has no ${what}.${String(key)}: it has ${known || 'none'}`);
  }
  return found;
}
