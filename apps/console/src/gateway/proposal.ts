/** The bytes of a proposal as the gateway answers them. */
export interface ProposedBytes {
  readonly packed_trx: string;
  readonly signing_digest: string;
  readonly chain_id: string;
  readonly transaction_id: string;
}

/** The answer of a tool that composes. */
export interface Proposal {
  readonly status: 'new' | 'repeated' | 'executed';
  readonly summary: readonly string[];
  readonly simulation: {
    readonly status: 'ok' | 'failed' | 'unavailable';
    readonly error: string | null;
    readonly effects:
      readonly { readonly account: string; readonly token: string; readonly change: string }[] | null;
    readonly order?: {
      readonly filled: string;
      readonly average_price: string | null;
      readonly resting: string;
      readonly refunded: string;
    };
  };
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly next: string;
  readonly expires: string;
  readonly transaction: ProposedBytes;
  readonly block_num?: number;
}

/** The answer of push_transaction. */
export interface PushResult {
  readonly transaction_id: string;
  readonly status: 'executed' | 'already_executed' | 'pending' | 'unknown';
  readonly finality: 'speculative' | 'in_block' | 'irreversible';
  readonly block_num: number | null;
  readonly next: string | null;
}
