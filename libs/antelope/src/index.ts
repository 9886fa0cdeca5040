export { affectedKeyHash } from './affected';
export { decodeAction, decodeActionPrefix, encodeAction } from './abi/actions';
export type { ReadCost } from './abi/budget';
export { actionType, fieldsOfType, resultType, rowType, type DeclaredField } from './abi/declared';
export { abiHash, parseAbi, serializeAbi, type Abi } from './abi/definition';
export { formatFloat } from './abi/floats';
export { integerAsJson } from './abi/integers';
export { decodeType, encodeType } from './abi/values';
export type { BoolFormat } from './abi/scalars';
export { ByteReader } from './bytes/byte-reader';
export { ChainReader } from './bytes/chain-reader';
export { ByteWriter } from './bytes/byte-writer';
export { bytesToHex, equalBytes, hexToBytes } from './bytes/hex';
export { sha256 } from './bytes/sha256';
export { isJsonObject, type Json, jsonOf } from './json';
export {
  merklePath,
  merklePaths,
  merkleRoot,
  type MerkleStep,
  nodeDigest,
  plainMerklePath,
  plainMerklePaths,
  plainMerkleRoot,
} from './merkle/merkle';
export type { Curve } from './keys/curve';
export { LONGEST_KEY_BYTES } from './keys/typed-text';
export {
  derivePrivateKey,
  parsePrivateKey,
  privateKeyText,
  privateKeyWif,
  publicKeyOf,
  signDigest,
  type PrivateKeyValue,
} from './keys/private-keys';
export {
  parsePublicKey,
  publicKeyLegacyText,
  publicKeyText,
  readPublicKey,
  writePublicKey,
  type PublicKeyValue,
} from './keys/public-keys';
export { recoverPublicKey } from './keys/recovery';
export {
  CANONICAL_RULE,
  isCanonical as isCanonicalSignature,
  parseSignature,
  readSignature,
  signatureText,
  writeSignature,
  type SignatureValue,
} from './keys/signatures';
export { inflatePacked, InflatesTooFarError } from './transactions/inflate';
export { packTransaction, unpackTransaction } from './transactions/pack';
export { referenceBlock } from './transactions/reference-block';
export {
  decodeSigningRequest,
  encodeSigningRequest,
  type SigningRequestContent,
} from './transactions/signing-request';
export { signingDigest, transactionId } from './transactions/signing';
export type { ActionAuthorization, PackedAction, Transaction } from './transactions/transaction';
export { formatAmount, MAX_UNITS, parseAmount } from './values/amounts';
export { formatAsset, parseAsset, type Asset } from './values/assets';
export { DECIMAL_PATTERN, POSITIVE_DECIMAL_PATTERN, shortestDecimal } from './values/decimals';
export { withoutTrailingZeros } from './values/trailing-zeros';
export { isName, nameFromValue, nameToValue } from './values/names';
export { formatPrice, parsePrice, quoteUnitsOf } from './values/prices';
export {
  symbolCodeFromValue,
  symbolCodeToValue,
  symbolFromValue,
  symbolToValue,
  tokenSymbolFromValue,
  tokenSymbolToValue,
  type TokenSymbol,
} from './values/symbols';
export {
  formatBlockTimestamp,
  formatTimePoint,
  formatTimePointSec,
  parseBlockTimestamp,
  parseTimePoint,
  parseTimePointSec,
} from './values/times';
export { DataEndsError, ValueError } from './value-error';
export { UNSEEN_CHARACTERS } from './values/unseen-characters';
