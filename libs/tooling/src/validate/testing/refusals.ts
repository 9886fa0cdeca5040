import { ToolError } from '../../errors/tool-error';
import { readInput } from '../read-input';

/** Bodies that the demonstration tools accept. */
export const book = { pair: 'btcusdt' };
export const transfer = { from: 'alice', amount: '1.5' };
export const push = { signed_tx: { signatures: ['SIG'], packed_trx: '00' } };

export type InputClass = new () => object;

/** The error that an input is refused with; fails when it is accepted. */
export function refusal(type: InputClass, body: unknown): ToolError {
  try {
    readInput(type, body);
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error('accepted');
}
