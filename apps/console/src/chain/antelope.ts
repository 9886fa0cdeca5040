// The parts of libs/antelope that run in a browser: the one place where the console imports a lib.
import './buffer';

export { ByteReader } from '../../../../libs/antelope/src/bytes/byte-reader';
export { ByteWriter } from '../../../../libs/antelope/src/bytes/byte-writer';
export { bytesToHex, equalBytes, hexToBytes } from '../../../../libs/antelope/src/bytes/hex';
export { packTransaction, unpackTransaction } from '../../../../libs/antelope/src/transactions/pack';
export { signingDigest, transactionId } from '../../../../libs/antelope/src/transactions/signing';
export type { PackedAction, Transaction } from '../../../../libs/antelope/src/transactions/transaction';
export { parseAmount } from '../../../../libs/antelope/src/values/amounts';
export { formatAsset } from '../../../../libs/antelope/src/values/assets';
export { nameFromValue } from '../../../../libs/antelope/src/values/names';
export { formatPrice, parsePrice, quoteUnitsOf } from '../../../../libs/antelope/src/values/prices';
export { tokenSymbolFromValue } from '../../../../libs/antelope/src/values/symbols';
