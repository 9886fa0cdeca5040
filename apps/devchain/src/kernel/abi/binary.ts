// The one reader and writer of the chain's binary form, until libs/antelope offers them on its public face.
export { ByteReader } from '../../../../../libs/antelope/src/bytes/byte-reader';
export { ByteWriter } from '../../../../../libs/antelope/src/bytes/byte-writer';
export { readPublicKey, writePublicKey } from '../../../../../libs/antelope/src/keys/public-keys';
export { readSignature, writeSignature } from '../../../../../libs/antelope/src/keys/signatures';
