import { publicKeyLegacyText, publicKeyText, type PublicKeyValue } from '@app/antelope';

/** A public key as nodeos prints it: EOS... for K1, PUB_R1_ and PUB_WA_ for the others. */
export const formatKey = (key: PublicKeyValue): string =>
  key.type === 'K1' ? publicKeyLegacyText(key) : publicKeyText(key);
