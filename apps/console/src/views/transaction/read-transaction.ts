import { GatewayError } from '../../gateway/request';
import { callNode, callTool } from '../../gateway/routes';
import type { TransactionAnswer, TransactionHistory } from './transaction-answer';

/** @throws GatewayError */
export const readTransaction = (network: string, id: string): Promise<TransactionAnswer> =>
  callTool<TransactionAnswer>(network, 'get_transaction', { id });

/** The answer of the history; `no history` where the network has no history node. @throws GatewayError */
export async function readHistory(network: string, id: string): Promise<TransactionHistory | 'no history'> {
  const path = `/v2/history/get_transaction?id=${encodeURIComponent(id)}`;
  try {
    return await callNode<TransactionHistory>(network, path);
  } catch (error) {
    // The nodes of the chain know no such route.
    if (error instanceof GatewayError && error.status === 404) return 'no history';
    throw error;
  }
}
