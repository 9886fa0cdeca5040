import { clientReader, peerReader, type AddressedRequest } from '@app/operations';
import { ClientBudgets } from './client-budgets';

/** The window of a budget: long enough for some dear requests in a row, short enough to wait for. */
const WINDOW_MS = 60_000;
/** Work that a request is charged with until its own is known, so that many at once are counted: that of a search. */
const ADVANCE_MS = 500;

export interface ClientLimitSettings {
  /** Milliseconds of work of one client in a minute; 0: no limit. */
  readonly budgetMs: number;
  /** Addresses and CIDR ranges of proxies, whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Addresses and CIDR ranges of clients without limits. */
  readonly unlimited: readonly string[];
}

/** A request that is charged to its client. */
export interface ChargedRequest {
  /** Undefined: a client without limits. */
  readonly client: string | undefined;
  /** Called once, with the milliseconds of work. */
  readonly worked: (ms: number) => void;
}

/** How much work the clients of this process may ask for. */
export class ClientLimits {
  readonly #budgets: ClientBudgets;
  readonly #clientOf: ReturnType<typeof clientReader>;
  readonly #peerOf: ReturnType<typeof peerReader>;

  constructor(private readonly settings: ClientLimitSettings) {
    this.#budgets = new ClientBudgets(settings.budgetMs, WINDOW_MS);
    this.#clientOf = clientReader(settings.trustedProxies);
    this.#peerOf = peerReader(settings.unlimited);
  }

  /** A number: the seconds until the client may ask again. */
  charge(request: AddressedRequest, isDear: boolean): ChargedRequest | number {
    const { client, address } = this.#clientOf(request);
    if (this.settings.budgetMs === 0 || this.#peerOf(address).isTrusted)
      return { client: undefined, worked: () => undefined };
    const waitSeconds = this.#budgets.waitSeconds(client);
    if (waitSeconds !== undefined) return waitSeconds;
    const advanceMs = isDear ? ADVANCE_MS : 0;
    this.#budgets.charge(client, advanceMs);
    return { client, worked: (ms) => this.#budgets.charge(client, ms - advanceMs) };
  }
}
