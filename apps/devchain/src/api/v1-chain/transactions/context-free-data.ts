import { ByteWriter } from '@app/antelope';

/** Context-free data as transactions carry it, packed; none of it is no bytes at all. */
export function packContextFreeData(items: readonly Uint8Array[]): Uint8Array {
  if (items.length === 0) return new Uint8Array();
  const writer = new ByteWriter();
  writer.varuint32(items.length);
  for (const item of items) writer.prefixed(item);
  return writer.finish();
}
