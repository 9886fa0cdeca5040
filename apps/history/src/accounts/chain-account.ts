import { z } from 'zod';
import { isWithin } from '../http/members.decorator';
import { postToNode, RedirectError } from '../http/post-to-node';
import { HistoryError, notFound } from '../parameters/history-error';

/** The node is near the history node; one that answers later is reported as not answering. */
const DEADLINE_MS = 3_000;
const UNAVAILABLE = 503;

/** No account of a node has as many levels; at some thousand, to write the answer overflows the stack. */
const MAX_DEPTH = 64;
const ACCOUNT = z
  .looseObject({ account_name: z.string() })
  .refine((account) => isWithin(account, MAX_DEPTH), 'nested too deeply');
/**
 * Nodes say that an account is unknown by the "unknown key" of an index. Since Leap 5 get_account gives that the code
 * 3060002, and any other failure too. Source: nodeos, chain_plugin.cpp, get_account.
 */
const UNKNOWN_ACCOUNT = z.object({
  error: z.object({
    code: z.literal([0, 3_060_002]),
    details: z
      .array(z.object({ message: z.string() }))
      .refine((details) => details.some(({ message }) => message.includes('unknown key'))),
  }),
});

const unavailable = (cause: unknown): HistoryError => {
  const message = cause instanceof RedirectError ? cause.message : 'the node of the chain does not answer';
  return Object.assign(new HistoryError(UNAVAILABLE, message), { cause });
};

/** get_account of the node that this history follows. */
export class ChainAccounts {
  /** @param chainUrl without a slash at its end; undefined: no node is configured */
  constructor(private readonly chainUrl: string | undefined) {}

  /**
   * The body of the node's answer; null where no node is configured. A node that fails is no such case: another
   * history may know the account.
   * @throws HistoryError when the node says that the account is unknown, or gives no account for any other reason
   */
  async get(account: string): Promise<unknown> {
    if (this.chainUrl === undefined) return null;
    const body = await this.#ask(`${this.chainUrl}/v1/chain/get_account`, account);
    if (UNKNOWN_ACCOUNT.safeParse(body).success) throw notFound('Account not found!');
    const found = ACCOUNT.safeParse(body);
    if (!found.success) throw unavailable(found.error);
    return found.data;
  }

  async #ask(url: string, account: string): Promise<unknown> {
    try {
      const { body } = await postToNode(url, JSON.stringify({ account_name: account }), DEADLINE_MS);
      return JSON.parse(body);
    } catch (cause) {
      throw unavailable(cause);
    }
  }
}
