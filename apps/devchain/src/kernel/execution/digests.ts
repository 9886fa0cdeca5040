import { ByteWriter, nameToValue } from '@app/antelope';
import { sha256 } from '../blocks/sha256';
import type { ActionData } from '../sdk/action-data';
import type { ActionReceipt } from './trace';

/**
 * Digest of an action with what it returned: hash of the hashes of (account, name, authorization) and of (data,
 * return value). Source: eosio::chain::generate_action_digest, with ACTION_RETURN_VALUE activated.
 */
export function actDigest(
  { account, name, authorization, data }: ActionData,
  returnValue: Uint8Array,
): Buffer {
  const base = new ByteWriter();
  base.uint64(nameToValue(account));
  base.uint64(nameToValue(name));
  base.varuint32(authorization.length);
  for (const { actor, permission } of authorization) {
    base.uint64(nameToValue(actor));
    base.uint64(nameToValue(permission));
  }
  const values = new ByteWriter();
  values.prefixed(data);
  values.prefixed(returnValue);
  return sha256(Buffer.concat([sha256(base.finish()), sha256(values.finish())]));
}

/** Digests in hex digits: an action without return value has one for all receivers. */
const digests = new WeakMap<ActionData, string>();

/** The digest of an action at one of its receivers, in hex digits. */
export function receiverDigest(act: ActionData, returnValue: Uint8Array): string {
  if (returnValue.length > 0) return actDigest(act, returnValue).toString('hex');
  const known = digests.get(act) ?? actDigest(act, returnValue).toString('hex');
  digests.set(act, known);
  return known;
}

/** Digest of an action receipt: a leaf of a block's action_mroot. Source: eosio::chain::action_receipt. */
export function actionReceiptDigest(receipt: ActionReceipt): Buffer {
  const writer = new ByteWriter();
  writer.uint64(nameToValue(receipt.receiver));
  writer.raw(Buffer.from(receipt.actDigest, 'hex'));
  writer.uint64(BigInt(receipt.globalSequence));
  writer.uint64(BigInt(receipt.recvSequence));
  writer.varuint32(receipt.authSequence.length);
  for (const [account, sequence] of receipt.authSequence) {
    writer.uint64(nameToValue(account));
    writer.uint64(BigInt(sequence));
  }
  writer.varuint32(receipt.codeSequence);
  writer.varuint32(receipt.abiSequence);
  return sha256(writer.finish());
}
