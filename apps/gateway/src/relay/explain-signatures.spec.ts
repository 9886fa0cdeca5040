import {
  derivePrivateKey,
  packTransaction,
  publicKeyOf,
  publicKeyText,
  sha256,
  signDigest,
  signingDigest,
} from '@app/antelope';
import type { AccountPermission } from '@app/upstream';
import { transactionOf } from '../../../../libs/antelope/testing/transfer';
import {
  explainSignatures,
  fitsNoPermission,
  signedForNetwork,
  type SigningFacts,
} from './explain-signatures';

const active = derivePrivateKey('explain-signatures active');
const agent = derivePrivateKey('explain-signatures agent');
const stranger = derivePrivateKey('explain-signatures stranger');
const textOf = (key: typeof active) => publicKeyText(publicKeyOf(key));

const permission = (name: string, key: typeof active, more: Partial<AccountPermission> = {}) => ({
  ...{ name, parent: 'owner', threshold: 1, accounts: [], waits: [], linkedActions: [] },
  keys: [{ key: textOf(key), weight: 1 }],
  ...more,
});
const packed = packTransaction(transactionOf('2026-11-21T12:05:00'));
const chainId = 'ab'.repeat(32);
const testnetId = 'cd'.repeat(32);
const digest = signingDigest(chainId, packed);
const permissions = [permission('active', active), permission('agent', agent)];
const facts: SigningFacts = {
  packed,
  chainId,
  otherNetworks: [{ name: 'testnet', chainId: testnetId }],
  authorities: [{ actor: 'alice', permission: 'active', permissions }],
};
const explain = (signature: string, changes: Partial<SigningFacts> = {}) =>
  explainSignatures([signature], { ...facts, ...changes });

describe('explainSignatures', () => {
  it('the error names the recovered key and the expected one for a key of someone else', () => {
    expect(explain(signDigest(stranger, digest))).toBe(
      `signed_tx.signatures[0] was made with ${textOf(stranger)}, or over other bytes than packed_trx or for another chain; alice@active needs ${textOf(active)}`,
    );
  });

  it('the error names the permission that the key belongs to for another key of the actor', () => {
    expect(explain(signDigest(agent, digest))).toContain(
      `${textOf(agent)}, a key of alice@agent; alice@active`,
    );
  });

  it.each([
    [
      'the hash of the digest',
      sha256(digest),
      'was made over the hash of the signing digest: sign the 32 bytes',
    ],
    ['the transaction id', sha256(packed), 'was made over the transaction id'],
    [
      'the digest of another network',
      signingDigest(testnetId, packed),
      'was made for testnet (chain id cdcd',
    ],
  ])('the error says that the right key signed %s', (_, signedDigest, reason) => {
    expect(explain(signDigest(active, signedDigest))).toContain(reason);
  });

  it('the error names the threshold and the other signers when the given signatures are right', () => {
    const shared = permission('active', active, {
      threshold: 2,
      accounts: [{ actor: 'bob', permission: 'active', weight: 1 }],
    });
    const authorities = [{ actor: 'alice', permission: 'active', permissions: [shared] }];
    expect(explain(signDigest(active, digest), { authorities })).toBe(
      `more signatures are needed: alice@active needs ${textOf(active)}, bob@active (weights must add up to 2)`,
    );
  });

  it('the error names the recovered key when the permissions could not be read', () => {
    expect(explain(signDigest(stranger, digest), { authorities: [] })).toBe(
      `signed_tx.signatures[0] was made with ${textOf(stranger)}, or over other bytes than packed_trx or for another chain`,
    );
  });

  it('the error says that other bytes may have been signed when the right key signed another transaction', () => {
    const changed = Uint8Array.from(packed, (byte, index) => (index === packed.length - 1 ? byte ^ 1 : byte));
    expect(explain(signDigest(active, digest), { packed: changed })).toContain(
      'or over other bytes than packed_trx',
    );
  });
});

describe('signedForNetwork', () => {
  const candidates = [{ name: 'testnet', chainId: testnetId, authorities: facts.authorities }];

  it('the error names the network whose chain id and permission fit the signature', () => {
    const signature = signDigest(active, signingDigest(testnetId, packed));
    expect(signedForNetwork([signature], packed, candidates)).toBe('testnet');
  });

  it.each([
    ['of another network', signDigest(active, digest)],
    ['of a key without the permission', signDigest(agent, signingDigest(testnetId, packed))],
  ])('signedForNetwork is undefined for a signature %s', (_, signature) => {
    expect(signedForNetwork([signature], packed, candidates)).toBeUndefined();
  });
});

describe('fitsNoPermission', () => {
  const network = { name: 'mainnet', chainId, authorities: facts.authorities };
  const foreign = [signDigest(stranger, digest)];

  it('fitsNoPermission is true for a signature of a foreign key', () => {
    expect(fitsNoPermission(foreign, packed, network)).toBe(true);
  });

  it.each([
    ['a key of the permission signed too', [...foreign, signDigest(active, digest)], facts.authorities],
    ['the permissions could not be read', foreign, []],
    [
      'the permission names an account, whose key may have signed',
      foreign,
      [
        {
          actor: 'alice',
          permission: 'active',
          permissions: [
            permission('active', active, { accounts: [{ actor: 'bob', permission: 'active', weight: 1 }] }),
          ],
        },
      ],
    ],
  ])('fitsNoPermission is false when %s', (_, signatures, authorities) => {
    expect(fitsNoPermission(signatures, packed, { ...network, authorities })).toBe(false);
  });
});
