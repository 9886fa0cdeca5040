import { HistoryError, notFound } from '../parameters/history-error';

/** The node is next to the history node; one that is later is reported as not answering. */
const DEADLINE_MS = 3_000;
const UNAVAILABLE = 503;

/** get_account of the node that this history follows. */
export class ChainAccounts {
  /** @param chainUrl without a slash at its end; undefined: no node is configured */
  constructor(private readonly chainUrl: string | undefined) {}

  /** The body of the node's answer. @throws HistoryError when the account is unknown or the node does not answer */
  async get(account: string): Promise<unknown> {
    if (this.chainUrl === undefined)
      throw new HistoryError(UNAVAILABLE, 'the account cannot be read: HISTORY_CHAIN_URL is not set');
    const answer = await this.#ask(`${this.chainUrl}/v1/chain/get_account`, account);
    if (!answer.ok) throw notFound('Account not found!');
    return answer.json();
  }

  async #ask(url: string, account: string): Promise<Response> {
    try {
      return await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ account_name: account }),
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
    } catch (cause) {
      throw Object.assign(new HistoryError(UNAVAILABLE, 'the node of the chain does not answer'), { cause });
    }
  }
}
