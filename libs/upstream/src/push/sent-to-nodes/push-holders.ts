/**
 * Remembers which nodes may hold a pushed transaction, so that a later push of the same bytes is not reported
 * as failed while such a node cannot be asked. A node is added before the bytes are sent to it. Nodes are named
 * by their address. No method rejects or waits long: a storage that fails knows less.
 */
export interface PushHolders {
  /** Nodes that may hold the transaction; empty when nothing is known. */
  of(network: string, id: string): Promise<ReadonlySet<string>>;
  /** @param keepMs how long it is remembered from now */
  add(network: string, id: string, node: string, keepMs: number): Promise<void>;
  /** The node was not reached, or has refused the transaction. */
  remove(network: string, id: string, node: string): Promise<void>;
}
