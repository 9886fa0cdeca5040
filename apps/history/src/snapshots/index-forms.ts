import type { RowTable } from '@app/ship';
import { copyList, type RowForm, rowOf, sameRow } from './copied-rows';
import { globalPropertyForm } from './global-property';
import type { RowReader } from './row-reader';
import type { ByteWriter } from '@app/antelope';

/** A section whose rows are those of one table of state history. */
export interface IndexForm {
  readonly section: string;
  readonly table: RowTable;
  readonly form: RowForm;
}

const DIGEST_BYTES = 32;
const PRIVILEGED = 1;
/** Slot, average, and consumed. */
const USAGE_BYTES = 4 + 8 + 8;
const RATIO_BYTES = 2 * 8;

/** Source: FC_REFLECT of account_object, and the row forms of the state-history library; so all others. */
const account = sameRow((reader) => {
  reader.skip(8 + 4);
  reader.prefixed();
});

const accountMetadata = rowOf((reader, writer) => {
  writer.raw(reader.take(8));
  // recv_sequence, auth_sequence, code_sequence, abi_sequence
  reader.skip(4 * 8);
  const codeHash = reader.take(DIGEST_BYTES);
  const lastCodeUpdate = reader.take(8);
  writer.uint8(reader.uint32() & PRIVILEGED);
  const virtualMachine = reader.take(2);
  writer.raw(lastCodeUpdate);
  const hasCode = codeHash.some((byte) => byte !== 0);
  writer.uint8(hasCode ? 1 : 0);
  if (!hasCode) return;
  writer.raw(virtualMachine);
  writer.raw(codeHash);
});

const code = rowOf((reader, writer) => {
  const codeHash = reader.take(DIGEST_BYTES);
  const content = reader.prefixed();
  // code_ref_count, first_block_used
  reader.skip(8 + 4);
  writer.raw(reader.take(2));
  writer.raw(codeHash);
  writer.prefixed(content);
});

const generatedTransaction = rowOf((reader, writer) => {
  const id = reader.take(DIGEST_BYTES);
  // sender, sender_id, payer
  writer.raw(reader.take(8 + 16 + 8));
  writer.raw(id);
  // delay_until, expiration, published
  reader.skip(3 * 8);
  writer.prefixed(reader.prefixed());
});

const protocolState = rowOf((reader, writer) => {
  copyList(reader, writer, () => {
    writer.varuint32(0);
    writer.raw(reader.take(DIGEST_BYTES + 4));
  });
  // preactivated_protocol_features, whitelisted_intrinsics, num_supported_key_types
  reader.skipList(() => reader.skip(DIGEST_BYTES));
  reader.skipList(() => reader.prefixed());
  reader.skip(4);
});

const permission = rowOf((reader, writer) => {
  const parent = reader.take(8);
  writer.raw(reader.take(8 + 8));
  writer.raw(parent);
  // last_updated; last_used
  writer.raw(reader.take(8));
  reader.skip(8);
  writer.raw(reader.span(() => skipAuthority(reader)));
});

function skipAuthority(reader: RowReader): void {
  reader.skip(4);
  reader.skipList(() => {
    reader.skipPublicKey();
    reader.skip(2);
  });
  reader.skipList(() => reader.skip(8 + 8 + 2));
  reader.skipList(() => reader.skip(4 + 2));
}

/** A member of a fixed size whose type has a version in state history. */
function copyVersioned(reader: RowReader, writer: ByteWriter, bytes: number): void {
  writer.varuint32(0);
  writer.raw(reader.take(bytes));
}

const resourceUsage = rowOf((reader, writer) => {
  writer.raw(reader.take(8));
  copyVersioned(reader, writer, USAGE_BYTES);
  copyVersioned(reader, writer, USAGE_BYTES);
  writer.raw(reader.take(8));
});

const resourceLimitsState = rowOf((reader, writer) => {
  copyVersioned(reader, writer, USAGE_BYTES);
  copyVersioned(reader, writer, USAGE_BYTES);
  // pending_net_usage, pending_cpu_usage
  reader.skip(2 * 8);
  writer.raw(reader.take(5 * 8));
});

const resourceLimitsConfig = rowOf((reader, writer) => {
  for (let limit = 0; limit < 2; limit++) {
    copyVersioned(reader, writer, 2 * 8 + 2 * 4);
    copyVersioned(reader, writer, RATIO_BYTES);
    copyVersioned(reader, writer, RATIO_BYTES);
  }
  writer.raw(reader.take(2 * 4));
});

const CHAIN = 'eosio::chain::';
const LIMITS = `${CHAIN}resource_limits::`;

/** The sections of a version whose rows are those of a table, in no order. */
export const indexForms = (version: number): IndexForm[] => [
  { section: `${CHAIN}account_object`, table: 'account', form: account },
  { section: `${CHAIN}account_metadata_object`, table: 'account_metadata', form: accountMetadata },
  { section: `${CHAIN}code_object`, table: 'code', form: code },
  {
    section: `${CHAIN}global_property_object`,
    table: 'global_property',
    form: globalPropertyForm(version),
  },
  {
    section: `${CHAIN}generated_transaction_object`,
    table: 'generated_transaction',
    form: generatedTransaction,
  },
  { section: `${CHAIN}protocol_state_object`, table: 'protocol_state', form: protocolState },
  { section: `${CHAIN}permission_object`, table: 'permission', form: permission },
  {
    section: `${CHAIN}permission_link_object`,
    table: 'permission_link',
    form: sameRow((reader) => reader.skip(4 * 8)),
  },
  {
    section: `${LIMITS}resource_limits_object`,
    table: 'resource_limits',
    form: sameRow((reader) => reader.skip(4 * 8)),
  },
  { section: `${LIMITS}resource_usage_object`, table: 'resource_usage', form: resourceUsage },
  {
    section: `${LIMITS}resource_limits_state_object`,
    table: 'resource_limits_state',
    form: resourceLimitsState,
  },
  {
    section: `${LIMITS}resource_limits_config_object`,
    table: 'resource_limits_config',
    form: resourceLimitsConfig,
  },
];
