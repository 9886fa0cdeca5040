import { ByteWriter, parsePublicKey, ValueError, writePublicKey } from '@app/antelope';
import { badRequest } from './history-error';

/** The binary form of a public key in any of its texts. @throws HistoryError */
export function keyBytes(text: unknown): Uint8Array {
  try {
    const writer = new ByteWriter();
    writePublicKey(writer, parsePublicKey(typeof text === 'string' ? text.trim() : ''));
    return writer.finish();
  } catch (error) {
    if (error instanceof ValueError) throw badRequest('invalid public key');
    throw error;
  }
}
