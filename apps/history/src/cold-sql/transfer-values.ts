import { bytesToHex, ChainReader, nameFromValue, parseAsset, tokenSymbolFromValue } from '@app/antelope';
import { hasMembers, transferMembers } from '../actions/transfer-members';
import { isObject } from '../answers/data-transforms';
import type { DecodedAction } from '../decoding/decoder';
import { actionFields } from '../derive/action-fields';
import type { TransferValues } from '../store/cold/transfer-tier';

/**
 * The row of a transfer; undefined for other actions. An action is a transfer by the same decision as in searches by
 * `transfer.from`, `transfer.to` and `transfer.symbol`: its bytes are two names, an asset and a text, and decoded by the
 * ABI of its time its data has the same members. Without an ABI the bytes count.
 */
export function transferValues({ record, decoded }: DecodedAction): TransferValues | undefined {
  const { account, name, data, globalSequence, transaction } = record;
  const fields = actionFields(account, name, data);
  if (!fields.some(({ field }) => field === 'transfer.symbol')) return undefined;
  const members = transferMembers({
    fields: fields.map(({ field, value }) => ({ field, values: [value] })),
  });
  if (!hasMembers(members, record, decoded)) return undefined;
  const reader = new ChainReader(data);
  const names = [account, reader.uint64(), reader.uint64()];
  const [units, symbol, memo] = [reader.int64(), reader.uint64(), reader.prefixed()];
  const packed = { units, ...tokenSymbolFromValue(symbol) };
  const shown = isObject(decoded.json) ? decoded.json['quantity'] : undefined;
  const asset = typeof shown === 'string' ? parseAsset(shown) : packed;
  return [
    transaction.block.num,
    Buffer.from(new Date(transaction.block.timeMs).toISOString().replace('T', ' ').replace('Z', '')),
    Buffer.from(bytesToHex(transaction.id)),
    globalSequence,
    ...names.map((value) => Buffer.from(nameFromValue(value))),
    asset.units,
    asset.precision,
    Buffer.from(asset.symbol),
    memo,
  ];
}
