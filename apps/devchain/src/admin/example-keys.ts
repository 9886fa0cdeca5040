import type { KeyTexts } from '../genesis/development-account';

/** Shortened keys for the examples of the admin API. */
export const EXAMPLE_KEYS: KeyTexts = {
  private_key: 'PVT_K1_...',
  private_key_wif: '5J...',
  private_key_hex: '5a3c...',
  public_key: 'PUB_K1_...',
  public_key_legacy: 'EOS6...',
};
