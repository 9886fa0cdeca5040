import type { WalletPlugin } from '@wharfkit/session';
import { WebRenderer } from '@wharfkit/web-renderer';
import { isGreeting, type WalletAnswer, type WalletRequest } from '../gateway/wallet-messages';
import { visibleText } from '../values/visible-text';
import { signInWallet } from './sign-in-wallet';

/** The page says what went wrong, and so does the one that asked: a dialog would keep it from both until it is closed. */
class Renderer extends WebRenderer {
  override onError(): Promise<void> {
    return this.onTransactComplete();
  }
}

/** The wallets for a request. */
export type Wallets = (request: WalletRequest) => WalletPlugin[];

/** Takes one request of the console that opened this window, and has it signed. The console closes the window. */
export function openWallet(wallets: Wallets): void {
  const nonce = location.hash.slice(1);
  const opener = window.opener as Window | null;
  // The nonce serves once: it is not left in the address.
  history.replaceState(null, '', location.pathname);
  if (opener === null || nonce === '') {
    show('This page is opened by a proposal of the console.');
    return;
  }
  const take = (event: MessageEvent<unknown>): void => {
    const [port] = event.ports;
    if (!isGreeting(event, 'request', opener, nonce) || port === undefined) return;
    removeEventListener('message', take);
    serve(port, wallets);
  };
  addEventListener('message', take);
  opener.postMessage({ kind: 'ready', nonce }, location.origin);
}

function serve(port: MessagePort, wallets: Wallets): void {
  port.onmessage = ({ data }: MessageEvent<WalletRequest>) => {
    port.onmessage = null;
    show(
      `Transaction of ${data.signer} on ${data.network}. The console compares the bytes that the wallet signs.`,
    );
    answerOf(data, wallets).then(
      (answer) => {
        port.postMessage(answer);
        show('Signed. The console has the answer, and closes this window.');
      },
      (error: unknown) => {
        // WharfKit wraps the error of a wallet, whose text then begins with its class.
        const message = String(error).replace(/^(?:Error: )+/, '');
        port.postMessage({ kind: 'failed', message } satisfies WalletAnswer);
        show(`Not signed: ${message}`);
      },
    );
  };
}

function answerOf(request: WalletRequest, wallets: Wallets): Promise<WalletAnswer> {
  return signInWallet(request, wallets(request), new Renderer());
}

function show(text: string): void {
  const place = document.getElementById('wallet');
  if (place !== null) place.textContent = visibleText(text);
}
