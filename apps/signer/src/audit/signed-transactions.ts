import {
  type ActionSearch,
  actionsPage,
  type HistoryAction,
  readActions,
  RefusedSearchError,
} from './history-actions';

/** An account with the permission of a signer. */
export interface SignerName {
  readonly account: string;
  readonly permission: string;
}

/** Transactions of a permission, as a history node has them. */
export interface SignedView {
  /** By transaction id. */
  readonly blocks: ReadonlyMap<string, number>;
  /** Time of the last action that the account authorized, milliseconds; the beginning where there is none. */
  readonly lastMs: number;
  /** Why it is not known that these are all. Those that are there were signed. */
  readonly problem: Error | undefined;
}

/** Collects transactions of a permission from pages of a history. */
class Signed {
  readonly blocks = new Map<string, number>();
  lastMs: number;
  hasOwn = false;

  constructor(
    private readonly signer: SignerName,
    sinceMs: number,
  ) {
    this.lastMs = sinceMs;
  }

  readonly add = (page: readonly HistoryAction[]): void => {
    for (const { id, blockNum, timeMs, authorization } of page) {
      const own = authorization.filter(({ actor }) => actor === this.signer.account);
      if (own.length === 0) continue;
      this.hasOwn = true;
      this.lastMs = Math.max(this.lastMs, timeMs);
      if (own.some(({ permission }) => permission === this.signer.permission)) this.blocks.set(id, blockNum);
    }
  };
}

/**
 * The transactions of an account that a permission authorized, from a history node. It is asked for what the account
 * authorized, so that other accounts, which can notify the account of any number of actions, do not fill its answer. A node that
 * shows no such action may not know that condition: then it is asked for all actions of the account.
 * @param signal ends the reading
 */
export async function signedOnChain(
  historyNode: string,
  signer: SignerName,
  sinceMs: number,
  signal?: AbortSignal,
): Promise<SignedView> {
  const signed = new Signed(signer, sinceMs);
  const search = { account: signer.account, fromMs: sinceMs, toMs: Number.POSITIVE_INFINITY };
  let problem: Error | undefined;
  try {
    const isKnown = await isReadByActor(historyNode, { ...search, isByActor: true }, signed, signal);
    if (!isKnown) await readActions(historyNode, { ...search, isByActor: false }, signed.add, signal);
  } catch (error) {
    problem = error instanceof Error ? error : new Error(String(error));
  }
  const { blocks, lastMs } = signed;
  return { blocks, lastMs, problem };
}

/** Whether the history has answered all that the account authorized, and shows that it knows this condition. */
async function isReadByActor(
  historyNode: string,
  search: ActionSearch,
  signed: Signed,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    await readActions(historyNode, search, signed.add, signal);
    if (signed.hasOwn) return true;
    // Anything of all times: most accounts have made the permission of a signer by an action of their own.
    const page = await actionsPage(historyNode, { ...search, fromMs: 0 }, { skip: 0, limit: 1 }, signal);
    return page.some(({ authorization }) => authorization.some(({ actor }) => actor === search.account));
  } catch (error) {
    if (error instanceof RefusedSearchError) return false;
    throw error;
  }
}
