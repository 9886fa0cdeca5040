import { ByteWriter } from '@app/antelope';
import type { RowForm } from './copied-rows';
import type { RowReader } from './row-reader';

const CHAIN_ID_BYTES = 32;
/** Members of chain_config before max_action_return_value_size: of 8, 4 and 2 bytes. */
const CONFIG_V0_BYTES = 8 + 14 * 4 + 2 * 2;
const MAX_ACTION_RETURN_VALUE_BYTES = 4;
/** max_key_size, max_value_size, max_iterators. */
const KV_CONFIG_BYTES = 3 * 4;
const WASM_CONFIG_BYTES = 11 * 4;

/** The version of global_property in state history, and the members that the row of a snapshot has, by its version. */
interface Form {
  readonly version: 0 | 1;
  readonly hasReturnValueSize: boolean;
  readonly hasKvConfig: boolean;
  readonly hasWasmConfig: boolean;
}

function formOf(version: number): Form {
  return {
    version: version < 3 ? 0 : 1,
    hasReturnValueSize: version >= 5,
    hasKvConfig: version >= 4 && version <= 6,
    hasWasmConfig: version >= 4,
  };
}

/**
 * The row of global_property as nodes of the time of the snapshot send it: global_property_v0 of EOSIO 1.8, later
 * global_property_v1, without the members that a node of then did not have.
 * Source: snapshot_global_property_object_v2 to _v5 of nodeos.
 */
export function globalPropertyForm(snapshotVersion: number): RowForm {
  const form = formOf(snapshotVersion);
  return (reader) => {
    const writer = new ByteWriter();
    writer.varuint32(form.version);
    writer.raw(reader.span(() => skipProposedSchedule(reader, form.version === 1)));
    writer.varuint32(form.hasReturnValueSize ? 1 : 0);
    writer.raw(reader.take(CONFIG_V0_BYTES + (form.hasReturnValueSize ? MAX_ACTION_RETURN_VALUE_BYTES : 0)));
    if (form.version === 0) return writer.finish();
    writer.raw(reader.take(CHAIN_ID_BYTES));
    if (form.hasKvConfig) reader.skip(KV_CONFIG_BYTES);
    if (form.hasWasmConfig) {
      writer.varuint32(0);
      writer.raw(reader.take(WASM_CONFIG_BYTES));
    }
    return writer.finish();
  };
}

/** The chain id of the row of a snapshot that has one. */
export const chainIdOf =
  (snapshotVersion: number) =>
  (reader: RowReader): Uint8Array => {
    const { hasReturnValueSize } = formOf(snapshotVersion);
    skipProposedSchedule(reader, true);
    reader.skip(CONFIG_V0_BYTES + (hasReturnValueSize ? MAX_ACTION_RETURN_VALUE_BYTES : 0));
    return reader.take(CHAIN_ID_BYTES).slice();
  };

function skipProposedSchedule(reader: RowReader, hasAuthorities: boolean): void {
  if (reader.uint8() === 1) reader.skip(4);
  reader.skip(4);
  reader.skipList(() => {
    reader.skip(8);
    reader.skipSigning(hasAuthorities);
  });
}
