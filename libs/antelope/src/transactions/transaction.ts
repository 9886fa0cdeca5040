/** Authorization of an action: a permission of an account. */
export interface ActionAuthorization {
  actor: string;
  permission: string;
}

/** An action as it travels: the data is the hex of its binary form. */
export interface PackedAction {
  account: string;
  name: string;
  authorization: ActionAuthorization[];
  data: string;
}

/** A whole transaction, header included, without signatures. */
export interface Transaction {
  /** `YYYY-MM-DDTHH:MM:SS`, UTC. */
  expiration: string;
  ref_block_num: number;
  ref_block_prefix: number;
  max_net_usage_words: number;
  max_cpu_usage_ms: number;
  delay_sec: number;
  context_free_actions: PackedAction[];
  actions: PackedAction[];
  /** Kind and hex of the content. */
  transaction_extensions: [number, string][];
}
