/** A worked example of signing: every value follows from the first two and the key. */
export const SIGNING_EXAMPLE = {
  chainId: '8a34ec7df1b8cd06ff4a8abbaa7cc50300823350cadc59ab296cb00d104d2b8f',
  packedTrx:
    'ec88016b6112c9c9a5bf00000000010000980ad20c503e000000572d3ccdcd010000000000855c3400000000a8ed32322a00' +
    '00000000855c340000000000000e3d80969800000000000842544300000000097468616e6b20796f7500',
  signingDigest: '3ec4584fcf94b968c126769dfb4c7a7122fb83a2400ed44d9ee358b1c13caa03',
  transactionId: '0b17e20920c7dc763315840a43be7aaf77191fde5be93a1c25e477404cf7b2fc',
  publicKey: 'PUB_K1_8PpZrrWkNgBexRvXa4RzfxpLRnd7csfM9QVTS7nyHwrHMPCNx8',
  legacyPublicKey: 'EOS8PpZrrWkNgBexRvXa4RzfxpLRnd7csfM9QVTS7nyHwrHGrJZUE',
  signature:
    'SIG_K1_KAsFkzWkQkMosDrR6htpaDcLZP4i6x6pUy3PscZEhouJDYZ1iqDHsrEnB8qWmFwg5WgA8vehLSeMX7RaBqbx4SJFLQHERZ',
  signatureHex:
    '1f77545e73c45708df9cb44a6de01851930a1927e941dbd10ff8ed28865599657a' +
    '2b5b33f0c1e2253c3cdfaad644307b1509609617b9be4d0c3343d8a0c0926043',
} as const;

const {
  chainId,
  packedTrx,
  signingDigest,
  transactionId,
  publicKey,
  legacyPublicKey,
  signature,
  signatureHex,
} = SIGNING_EXAMPLE;

/** How a proposal is signed with only a secp256k1 library. */
export const SIGNING_GUIDE = `# Signing a proposal

Sign \`transaction.signing_digest\` (32 bytes, hex) with the private key of the permission that the proposal names. Sign the digest itself: do not hash it again (many libraries hash by default; switch it off, for example \`prehash: false\`). Then call push_transaction with \`{signed_tx: {signatures, packed_trx}}\` before \`expires\`. The key never leaves your side.

## Formulas

- signing digest = SHA-256(chain_id (32 bytes) + packed_trx + 32 zero bytes)
- transaction id = SHA-256(packed_trx)

Recompute both to be sure of what you sign. chain_id is that of get_chain_info: a signature for one network is worth nothing on another.

## Form of a signature

Either the text \`SIG_K1_...\`, or 65 bytes as 130 lower-case hex digits without 0x: the recovery id first (0 to 3, or 31 to 34 as chains write it), then r (32 bytes), then s (32 bytes). 64 bytes without a recovery id are refused, and so is the recovery id at the end.

## The canonical rule

The chain takes canonical signatures only. For r and for s: the first byte is below 0x80; and when the first byte is 0, the second is at least 0x80. s is in its low form. About half of all plain signatures are not canonical. Signing is deterministic (RFC 6979), so signing again gives the same bytes: pass extra entropy (a counter of 32 bytes) and sign until the signature is canonical.

## Forms of keys

get_account shows keys as \`PUB_K1_...\`. The older form \`EOS...\` of the same key appears in messages of nodes. When a push is refused because the provided keys do not satisfy the permission, the signature recovers to another key: the digest was hashed again, the network is another one, or the key is not one of the permission.

## Worked example

| value | |
|---|---|
| chain_id | ${chainId} |
| packed_trx | ${packedTrx} |
| signing digest | ${signingDigest} |
| transaction id | ${transactionId} |
| public key | ${publicKey} (${legacyPublicKey}) |
| signature | ${signature} |
| the same in hex | ${signatureHex} |

## After the push

\`executed\` and \`already_executed\` are success: it was seen in a block. \`pending\` (accepted, in no block yet) and \`unknown\` are no failures: push the same bytes again. Never compose a second proposal to replace one that is pending or unknown: both could be executed. \`tx://{network}/{id}\` tells whether a transaction is in a block.
`;
