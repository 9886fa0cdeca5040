/** A message of the wallet window to the page that opened it, and the first one back. `nonce` is that of the address. */
export interface Greeting {
  readonly kind: 'ready' | 'request';
  readonly nonce: string;
}

/** A transaction to sign. It goes through a channel that only both windows have. */
export interface WalletRequest {
  readonly network: string;
  /** 64 hex digits. */
  readonly chainId: string;
  /** `account@permission` */
  readonly signer: string;
  /** The transaction as it is signed, in hex. */
  readonly packed: string;
  /** ABIs of the contracts, which wallets show the actions by. */
  readonly abis: readonly { readonly account: string; readonly abi: unknown }[];
  /** Of a development chain, which publishes it. */
  readonly developmentKey: string | undefined;
  /** Origin by which a wallet elsewhere answers; undefined: none is configured. */
  readonly relay: string | undefined;
}

export type WalletAnswer =
  | {
      readonly kind: 'signed';
      /** The transaction that the wallet says it signed, in hex. */
      readonly packed: string;
      readonly signatures: readonly string[];
    }
  | { readonly kind: 'failed'; readonly message: string };

const NONCE_BYTES = 16;

/** A text that no other page can know. */
export const newNonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Whether a message is the expected one: of a page of this gateway, of that window, and with the nonce. */
export function isGreeting(
  { origin, source, data }: Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>,
  kind: Greeting['kind'],
  from: unknown,
  nonce: string,
): boolean {
  if (origin !== location.origin || source !== from || nonce === '') return false;
  const greeting = (data ?? {}) as Partial<Greeting>;
  return greeting.kind === kind && greeting.nonce === nonce;
}

/** The answer of a wallet window, whatever it sent. */
export function walletAnswer(data: unknown): WalletAnswer {
  const { kind, packed, signatures, message } = (data ?? {}) as Record<string, unknown>;
  if (kind === 'signed' && typeof packed === 'string' && isTexts(signatures))
    return { kind, packed, signatures };
  return { kind: 'failed', message: typeof message === 'string' ? message : 'the window sent no answer' };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
