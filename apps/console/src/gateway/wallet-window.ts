import { BASE } from '../app/location';
import { isGreeting, newNonce, type WalletAnswer, walletAnswer, type WalletRequest } from './wallet-messages';

const LOOK_MS = 500;

/** A window of the gateway in which a wallet signs one transaction. */
export class WalletWindow {
  readonly #nonce = newNonce();
  readonly #window: Window;
  readonly #channel = new MessageChannel();
  #timer: ReturnType<typeof setInterval> | undefined;
  #end: ((answer: WalletAnswer) => void) | undefined;

  /** Opens it: browsers allow that in the handler of a click alone. @throws Error where the browser does not */
  constructor() {
    const address = `${BASE}/console/wallet#${this.#nonce}`;
    const opened = window.open(address, '_blank', 'popup,width=480,height=760');
    if (opened === null) throw new Error('The browser does not let this page open a window.');
    this.#window = opened;
  }

  /**
   * The answer of the wallet; `failed` when the window is closed without one. Resolves once. A signature closes the window
   * here, not there: a window that is seen closed before its answer has arrived would count as one without an answer.
   */
  sign(request: Promise<WalletRequest>): Promise<WalletAnswer> {
    return new Promise((resolve) => {
      this.#end = resolve;
      this.#channel.port1.onmessage = ({ data }) => {
        const answer = walletAnswer(data);
        this.#finish(answer);
        if (answer.kind === 'signed') this.#window.close();
      };
      addEventListener('message', this.#greeted);
      let wasClosed = false;
      this.#timer = setInterval(() => {
        // At the second look: an answer that the window sent before may arrive after the first one.
        if (wasClosed) this.#finish({ kind: 'failed', message: 'the window was closed' });
        wasClosed = this.#window.closed;
      }, LOOK_MS);
      request.then(
        (content) => {
          this.#channel.port1.postMessage(content);
        },
        (error: unknown) => {
          this.#finish({ kind: 'failed', message: (error as Error).message });
          this.#window.close();
        },
      );
    });
  }

  /** Closes it; what it answers later is not read. */
  close(): void {
    this.#finish({ kind: 'failed', message: 'the window was closed' });
    this.#window.close();
  }

  /** The window is there: it gets its end of the channel, once. */
  readonly #greeted = (event: MessageEvent<unknown>): void => {
    if (!isGreeting(event, 'ready', this.#window, this.#nonce)) return;
    removeEventListener('message', this.#greeted);
    const greeting = { kind: 'request', nonce: this.#nonce };
    this.#window.postMessage(greeting, location.origin, [this.#channel.port2]);
  };

  #finish(answer: WalletAnswer): void {
    clearInterval(this.#timer);
    removeEventListener('message', this.#greeted);
    this.#channel.port1.close();
    this.#end?.(answer);
    this.#end = undefined;
  }
}
