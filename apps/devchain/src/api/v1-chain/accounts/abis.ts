import { ChainError } from '../../../kernel/sdk/errors/chain-error';
import { requireAccount } from './account-lookup';
import { flag, hex, name, optional } from '../../nodeos/parameters';
import { endpoint } from '../../nodeos/route';

/** Contracts here are native: what nodeos reports for an account without code. */
const NO_CODE_HASH = '0'.repeat(64);
const HASH_OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const HASH_BYTES = 32;

/** A hash that is shorter is filled up with zeros, and one that is longer is cut. */
const paddedHash = (bytes: Uint8Array): string =>
  Buffer.concat([bytes, Buffer.alloc(HASH_BYTES)], HASH_BYTES).toString('hex');

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Without an ABI the member is absent, not null. */
export const getAbi = endpoint({ account_name: name }, ({ chain }, { account_name: account }) => {
  requireAccount(chain, account, 'abi');
  return { account_name: account, abi: chain.abi(account)?.parsed.toJSON() };
});

export const getRawAbi = endpoint(
  { account_name: name, abi_hash: optional(hex) },
  ({ chain }, { account_name: account, abi_hash: knownHash }) => {
    requireAccount(chain, account, 'abi');
    const { raw, hash } = chain.abi(account) ?? { raw: new Uint8Array(), hash: HASH_OF_NOTHING };
    return {
      account_name: account,
      code_hash: NO_CODE_HASH,
      abi_hash: hash,
      abi: knownHash && paddedHash(knownHash) === hash ? undefined : base64(raw),
    };
  },
);

export const getCode = endpoint(
  { account_name: name, code_as_wasm: flag(true) },
  ({ chain }, { account_name: account, code_as_wasm: isWasm }) => {
    requireAccount(chain, account, 'code');
    if (!isWasm) {
      throw new ChainError('unsupportedFeature', 'Returning WAST from get_code is no longer supported');
    }
    return {
      account_name: account,
      code_hash: NO_CODE_HASH,
      wast: '',
      wasm: '',
      abi: chain.abi(account)?.parsed.toJSON(),
    };
  },
);

export const getCodeHash = endpoint({ account_name: name }, ({ chain }, { account_name: account }) => {
  requireAccount(chain, account, 'code hash');
  return { account_name: account, code_hash: NO_CODE_HASH };
});

export const getRawCodeAndAbi = endpoint({ account_name: name }, ({ chain }, { account_name: account }) => {
  requireAccount(chain, account, 'code/abi');
  return { account_name: account, wasm: '', abi: base64(chain.abi(account)?.raw ?? new Uint8Array()) };
});
