import { callHistory } from '../../gateway/history';
import { callTool } from '../../gateway/tools';
import type { TransactionAnswer, TransactionHistory } from './transaction-answer';

/** @throws ToolError */
export const readTransaction = (network: string, id: string): Promise<TransactionAnswer> =>
  callTool(network, 'get_transaction', { id });

/** The answer of the history. @throws ToolError */
export const readHistory = (network: string, id: string): Promise<TransactionHistory | 'no history'> =>
  callHistory(network, `/v2/history/get_transaction?id=${encodeURIComponent(id)}`);
