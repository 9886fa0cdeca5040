import type { HistoryAction } from '../../ui/action-table';

export interface ExplainedAction {
  readonly contract: string;
  readonly action: string;
  readonly authorization: readonly string[];
  /** Null for an action that no tool composes. */
  readonly summary: string | null;
  readonly data: unknown;
}

export interface Effect {
  readonly account: string;
  readonly token: string;
  readonly change: string;
}

export interface PlacedOrder {
  /** Index of its action. */
  readonly action: number;
  readonly pair: string;
  readonly side: string;
  readonly price: string;
  readonly amount: string;
  readonly filled: string;
  readonly average_price: string | null;
  readonly resting: string;
  readonly refunded: string;
  readonly fills:
    readonly { readonly trade_id: number | string; readonly price: string; readonly amount: string }[] | null;
}

/** As the tool get_transaction answers it. */
export interface TransactionAnswer {
  readonly status: 'executed' | 'pending' | 'not_found';
  readonly finality: 'speculative' | 'in_block' | 'irreversible' | null;
  readonly block_num: number | null;
  readonly block_time: string | null;
  readonly actions: readonly ExplainedAction[] | null;
  readonly effects: readonly Effect[] | null;
  readonly orders: readonly PlacedOrder[] | null;
  readonly note: string | null;
}

/** Whether nothing of it changes any more. */
export const isFinalAnswer = ({ finality }: TransactionAnswer): boolean => finality === 'irreversible';

/** An account that an action reached, with its place in the orders of the chain, the account and the signers. */
export interface Receipt {
  readonly receiver: string;
  readonly global_sequence: number | string;
  readonly recv_sequence: number | string;
  readonly auth_sequence: readonly { readonly account: string; readonly sequence: number | string }[];
}

export interface TracedAction extends HistoryAction {
  readonly action_ordinal: number;
  readonly creator_action_ordinal: number;
  readonly act: HistoryAction['act'] & {
    readonly authorization: readonly { readonly actor: string; readonly permission: string }[];
  };
  readonly receipts?: readonly Receipt[];
  readonly account_ram_deltas?: readonly { readonly account: string; readonly delta: number }[];
  readonly producer?: string;
  readonly cpu_usage_us?: number;
  readonly net_usage_words?: number;
}

/** As a history node answers it. */
export interface TransactionHistory {
  readonly lib: number;
  readonly status?: string;
  readonly block_num?: number;
  readonly actions: readonly TracedAction[];
}

/** Whether the history of a transaction changes no more. */
export const isFinalHistory = (history: TransactionHistory | 'no history'): boolean => {
  if (history === 'no history') return true;
  const block = history.block_num ?? history.actions[0]?.block_num;
  return block !== undefined && block <= history.lib;
};
