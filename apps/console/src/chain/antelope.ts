// The parts of libs/antelope that run in a browser: the one place where the console imports that lib, but for
// values/visible-text.ts, which needs nothing of it but a pattern.
import './buffer';

export { ByteReader } from '../../../../libs/antelope/src/bytes/byte-reader';
export { bytesToHex, hexToBytes } from '../../../../libs/antelope/src/bytes/hex';
export { unpackTransaction } from '../../../../libs/antelope/src/transactions/pack';
export { signingDigest, transactionId } from '../../../../libs/antelope/src/transactions/signing';
export type { PackedAction, Transaction } from '../../../../libs/antelope/src/transactions/transaction';
export { formatAsset } from '../../../../libs/antelope/src/values/assets';
export { nameFromValue } from '../../../../libs/antelope/src/values/names';
export { tokenSymbolFromValue } from '../../../../libs/antelope/src/values/symbols';
