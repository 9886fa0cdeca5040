import { receive, type ReceiveContext } from '@greymass/buoy';
import {
  AbstractWalletPlugin,
  type CallbackPayload,
  type LoginContext,
  ResolvedSigningRequest,
  Signature,
  type TransactContext,
  type WalletPluginConfig,
  type WalletPluginLoginResponse,
  WalletPluginMetadata,
  type WalletPluginSignResponse,
} from '@wharfkit/session';
import { newNonce } from '../gateway/wallet-messages';

/**
 * A wallet on this machine or a phone. It takes a signing request by a link or a QR code, and answers through a relay that
 * passes one message on. It logs in nowhere: the signer is that of the proposal. Its answer is not trusted: the page that
 * asked compares the bytes.
 */
export class RelayedWallet extends AbstractWalletPlugin {
  readonly id = 'relayed';
  override readonly config: WalletPluginConfig = {
    requiresChainSelect: false,
    requiresPermissionSelect: false,
  };
  override readonly metadata = WalletPluginMetadata.from({
    name: 'Wallet by link or QR code',
    description: '',
  });

  /** @param relay its origin */
  constructor(private readonly relay: string) {
    super();
  }

  login({ chain, permissionLevel }: LoginContext): Promise<WalletPluginLoginResponse> {
    if (chain === undefined || permissionLevel === undefined)
      return Promise.reject(new Error('the request names no signer'));
    return Promise.resolve({ chain: chain.id, permissionLevel });
  }

  async sign(
    { transaction }: ResolvedSigningRequest,
    { ui, createRequest, esrOptions }: TransactContext,
  ): Promise<WalletPluginSignResponse> {
    const request = await createRequest({ transaction });
    const channel = newNonce();
    request.setCallback(`${this.relay}/${channel}`, true);
    const link = request.encode(true, false, 'esr:');
    const expires = transaction.expiration.toDate().getTime() - Date.now();
    const prompt = ui?.prompt({
      title: 'Sign in your wallet',
      body: 'Scan the code with a phone, or open the link on this machine.',
      elements: [
        { type: 'qr', data: link },
        { type: 'link', label: 'Open the wallet', data: { href: link, label: 'Open the wallet' } },
      ],
    });
    const listening: ReceiveContext = {};
    const answer = receive({ service: this.relay, channel, timeout: Math.max(1, expires) }, listening);
    try {
      const text: unknown = await Promise.race([answer, ...(prompt === undefined ? [] : [prompt])]);
      const payload = payloadOf(text);
      return {
        signatures: signaturesOf(payload),
        resolved: await ResolvedSigningRequest.fromPayload(payload, esrOptions),
      };
    } finally {
      // A wait that is cancelled rejects: no reader is left for it.
      answer.catch(() => undefined);
      listening.cancel?.();
    }
  }
}

/** @throws Error for a refusal of the wallet, and for a message of another form */
function payloadOf(text: unknown): CallbackPayload {
  const payload = JSON.parse(String(text)) as Partial<CallbackPayload> & { readonly rejected?: unknown };
  if (payload.rejected !== undefined) throw new Error(`the wallet refuses: ${String(payload.rejected)}`);
  if (typeof payload.sig !== 'string' || typeof payload.req !== 'string')
    throw new Error('the wallet sent no signature');
  return payload as CallbackPayload;
}

/** The members sig, sig0, sig1 and so on, each signature once. */
function signaturesOf(payload: CallbackPayload): Signature[] {
  const texts = Object.entries(payload)
    .filter(([name]) => /^sig\d*$/.test(name))
    .map(([, text]) => String(text));
  return [...new Set(texts)].map((text) => Signature.from(text));
}
