import {
  parseSignature,
  publicKeyText,
  recoverPublicKey,
  sha256,
  signingDigest,
  ValueError,
} from '@app/antelope';
import type { AccountPermission } from '@app/upstream';

/** A permission that an action of the transaction declares, as the chain keeps it. */
export interface DeclaredAuthority {
  readonly actor: string;
  readonly permission: string;
  /** All permissions of the actor. */
  readonly permissions: readonly AccountPermission[];
}

export interface NetworkId {
  readonly name: string;
  readonly chainId: string;
}

/** Facts that signatures are compared with. */
export interface SigningFacts {
  readonly packed: Uint8Array;
  readonly chainId: string;
  /** The other configured networks whose chain id is known. */
  readonly otherNetworks: readonly NetworkId[];
  readonly authorities: readonly DeclaredAuthority[];
}

/**
 * Why signatures do not satisfy the permissions that a transaction declares: another key, another network,
 * a digest that was hashed again, or too few of them. Recovers the keys; reads nothing. Pure.
 * @param signatures `SIG_K1_...`
 */
export function explainSignatures(signatures: readonly string[], facts: SigningFacts): string {
  const reasons = signatures.flatMap((signature, index) => {
    const reason = signatureReason(signature, facts);
    return reason === undefined ? [] : [`signed_tx.signatures[${index}] ${reason}`];
  });
  const needs = facts.authorities.map(needText);
  return reasons.length > 0
    ? [...reasons, ...needs].join('; ')
    : `more signatures are needed: ${needs.join('; ')}`;
}

/** A network with its permissions of the actors that a transaction declares. */
export interface CandidateNetwork extends NetworkId {
  readonly authorities: readonly DeclaredAuthority[];
}

/**
 * The network for which a signature was made: its key, recovered with that network's chain id, belongs to a
 * permission that the transaction declares there. Undefined when no signature fits one. Pure.
 */
export function signedForNetwork(
  signatures: readonly string[],
  packed: Uint8Array,
  candidates: readonly CandidateNetwork[],
): string | undefined {
  return candidates.find(({ chainId, authorities }) => {
    const digest = signingDigest(chainId, packed);
    const keys = new Set(authorities.flatMap(keysOf));
    return signatures.some((signature) => keys.has(recovered(digest, signature) ?? ''));
  })?.name;
}

/**
 * Whether a network's declared permissions count none of the signatures: they were read, name keys alone, and none of
 * these made a signature. Pure.
 */
export function fitsNoPermission(
  signatures: readonly string[],
  packed: Uint8Array,
  network: CandidateNetwork,
): boolean {
  const { authorities } = network;
  const hasAccounts = authorities.some(
    (authority) => (declaredPermission(authority)?.accounts.length ?? 0) > 0,
  );
  if (authorities.length === 0 || hasAccounts) return false;
  return signedForNetwork(signatures, packed, [network]) === undefined;
}

/** Undefined for a signature that a declared permission counts. */
function signatureReason(signature: string, facts: SigningFacts): string | undefined {
  const { packed, chainId, otherNetworks } = facts;
  const digest = signingDigest(chainId, packed);
  const isExpected = (candidate: Uint8Array) => {
    const key = recovered(candidate, signature);
    return key !== undefined && facts.authorities.some((authority) => keysOf(authority).includes(key));
  };
  if (isExpected(digest)) return undefined;
  if (isExpected(sha256(digest))) {
    return 'was made over the hash of the signing digest: sign the 32 bytes of the digest themselves';
  }
  if (isExpected(sha256(packed))) {
    return 'was made over the transaction id: sign the signing digest, which covers the chain id as well';
  }
  const other = otherNetworks.find((network) => isExpected(signingDigest(network.chainId, packed)));
  if (other !== undefined) return `was made for ${other.name} (chain id ${other.chainId})`;
  const key = recovered(digest, signature);
  if (key === undefined) return 'belongs to no key';
  const owner = facts.authorities.flatMap(ownersOf(key))[0];
  // A key that is recovered from other bytes than the signed ones belongs to no account.
  return owner === undefined
    ? `was made with ${key}, or over other bytes than packed_trx or for another chain`
    : `was made with ${key}, a key of ${owner}`;
}

function recovered(digest: Uint8Array, signature: string): string | undefined {
  try {
    return publicKeyText(recoverPublicKey(digest, parseSignature(signature)));
  } catch (error) {
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}

const declaredPermission = ({ permission, permissions }: DeclaredAuthority): AccountPermission | undefined =>
  permissions.find(({ name }) => name === permission);

const keysOf = (authority: DeclaredAuthority): string[] =>
  declaredPermission(authority)?.keys.map(({ key }) => key) ?? [];

const ownersOf =
  (key: string) =>
  ({ actor, permissions }: DeclaredAuthority): string[] =>
    permissions
      .filter(({ keys }) => keys.some((one) => one.key === key))
      .map(({ name }) => `${actor}@${name}`);

function needText(authority: DeclaredAuthority): string {
  const level = `${authority.actor}@${authority.permission}`;
  const permission = declaredPermission(authority);
  if (permission === undefined) return `${level} does not exist`;
  const accounts = permission.accounts.map((one) => `${one.actor}@${one.permission}`);
  const signers = [...keysOf(authority), ...accounts].join(', ') || 'no key';
  const threshold = permission.threshold > 1 ? ` (weights must add up to ${permission.threshold})` : '';
  return `${level} needs ${signers}${threshold}`;
}
