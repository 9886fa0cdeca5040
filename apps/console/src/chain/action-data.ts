import type { Layout } from '../../../../libs/client/src/chain/profile';
import { ByteReader, formatAsset, hexToBytes, nameFromValue, tokenSymbolFromValue } from './antelope';

/** Members of an action with their values as texts. */
export type ActionData = Readonly<Record<string, string>>;

/** Types of the actions that tools compose. */
const READERS: Readonly<Record<string, (reader: ByteReader) => string>> = {
  name: (reader) => nameFromValue(reader.uint64()),
  asset: (reader) => {
    const units = reader.int64();
    return formatAsset({ units, ...tokenSymbolFromValue(reader.uint64()) });
  },
  string: (reader) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(reader.prefixed()),
  uint8: (reader) => String(reader.uint8()),
  uint16: (reader) => String(reader.uint16()),
  uint32: (reader) => String(reader.uint32()),
  uint64: (reader) => String(reader.uint64()),
};

/** The data of an action, all of its bytes. @throws Error for other types, and for bytes that are not of this layout */
export function decodeActionData(layout: Layout, hex: string): ActionData {
  const reader = new ByteReader(hexToBytes(hex));
  const members = layout.map(([name, type]) => {
    const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
    if (read === undefined) throw new Error(`${name} has the type ${type}, which the console cannot read`);
    return [name, read(reader)] as const;
  });
  reader.finish();
  return Object.fromEntries(members);
}
