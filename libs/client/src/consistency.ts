const HEADER = 'x-consistency';

/** The member of requests and answers that names their network. */
interface OfNetwork {
  readonly network?: unknown;
}

/** Tokens of the pushes of one client: its reads see them at every replica of the gateway. */
export class ConsistencyTokens {
  readonly #tokens = new Map<string, string>();
  /** Network of calls that name none, once an answer has named it. */
  #defaultNetwork: string | undefined;

  /** Fields for a request of a call. */
  fieldsFor({ network = this.#defaultNetwork }: OfNetwork): Record<string, string> {
    const token = this.#tokens.get(String(network));
    return token === undefined ? {} : { [HEADER]: token };
  }

  /** Learns from an answer. @param isPush whether later reads have to see its block */
  learn(sent: OfNetwork, answer: OfNetwork, headers: Headers, isPush: boolean): void {
    const { network } = answer;
    if (typeof network !== 'string') return;
    if (sent.network === undefined) this.#defaultNetwork = network;
    const token = isPush ? headers.get(HEADER) : null;
    if (token !== null) this.#tokens.set(network, token);
  }

  /** The gateway refused the token: the chain began anew. @returns whether there was one */
  forget({ network = this.#defaultNetwork }: OfNetwork): boolean {
    return this.#tokens.delete(String(network));
  }
}
