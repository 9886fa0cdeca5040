import { callHistory } from '../../gateway/history';
import { callTool } from '../../gateway/routes';
import type { TransactionAnswer, TransactionHistory } from './transaction-answer';

/** @throws GatewayError */
export const readTransaction = (network: string, id: string): Promise<TransactionAnswer> =>
  callTool<TransactionAnswer>(network, 'get_transaction', { id });

/** The answer of the history. @throws GatewayError */
export const readHistory = (network: string, id: string): Promise<TransactionHistory | 'no history'> =>
  callHistory(network, `/v2/history/get_transaction?id=${encodeURIComponent(id)}`);
