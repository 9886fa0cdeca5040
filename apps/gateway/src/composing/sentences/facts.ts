import { type Asset, formatAsset, isName, type Json, parseAsset, ValueError } from '@app/antelope';
import type { ProfileWithoutTables } from '@app/networks';
import type { DecodedAction } from '@app/proposals';
import type { Bridge } from '../../lookups/bridge-fees/bridge-fees';
import type { PegOutFees } from '../../table-rows/fee-row';

/** Facts besides the action that its sentence depends on. */
export interface SentenceFacts {
  readonly profile: ProfileWithoutTables;
  /** Null or absent where they cannot be known. */
  readonly fees: Readonly<Partial<Record<Bridge, PegOutFees | null>>>;
  /** The action has been executed: fees of now are not those that it paid. */
  readonly isPast?: boolean;
}

/**
 * The sentence of an action; undefined when the action is of another kind.
 * @param transfer that the action is
 */
export type ActionDescriber = (
  facts: SentenceFacts,
  action: DecodedAction,
  transfer: DecodedTransfer | undefined,
) => string | undefined;

/** A decoded token transfer. */
export interface DecodedTransfer {
  /** The contract of the token: a fake token has the same symbol and another contract. */
  readonly contract: string;
  readonly from: string;
  readonly to: string;
  readonly asset: Asset;
  readonly memo: string;
}

/**
 * The transfer that an action is; undefined for any other action. The ABI of any account may have texts in the place of the
 * names: they may read as another sentence.
 */
export function transferOf(
  profile: ProfileWithoutTables,
  action: DecodedAction,
): DecodedTransfer | undefined {
  const values = profile.readAction('transfer', action);
  if (values === undefined) return undefined;
  const { from, to, quantity, memo } = values;
  if (!isAccount(from) || !isAccount(to)) return undefined;
  return {
    contract: action.account,
    from,
    to,
    asset: parseAsset(String(quantity)),
    memo: String(memo),
  };
}

const isAccount = (value: Json | undefined): value is string => typeof value === 'string' && isName(value);

/** The account that signs an action; undefined where several do: its data alone says whose it is. */
export function onlyActor({ authorization }: DecodedAction): string | undefined {
  const [actor, ...others] = new Set(authorization.map((level) => level.actor));
  return others.length === 0 ? actor : undefined;
}

/** An amount that is moved, with the symbol of the API and its contract. */
export function movedAmount(profile: ProfileWithoutTables, { asset, contract }: DecodedTransfer): string {
  const symbol = profile.tokenOf(contract, asset.symbol)?.apiSymbol ?? asset.symbol;
  return `${formatAsset({ ...asset, symbol })} (of ${contract})`;
}

/** An amount in a text; undefined when the text is none. */
export function assetIn(text: unknown): Asset | undefined {
  try {
    return parseAsset(String(text));
  } catch (error) {
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}
