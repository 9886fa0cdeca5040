import {
  ByteReader,
  bytesToHex,
  formatBlockTimestamp,
  formatFloat,
  formatTimePoint,
  formatTimePointSec,
  nameFromValue,
  publicKeyLegacyText,
  readPublicKey,
  readSignature,
  signatureText,
  integerAsJson,
  type Json,
} from '@app/antelope';
import { alternativesOf, fieldsOf, memberOf, resolved } from './protocol-abi';

type Members = Record<string, unknown>;

const hex = (value: unknown): Json => bytesToHex(value as Uint8Array);

const SCALARS: Readonly<Record<string, (value: unknown) => Json>> = {
  bool: (value) => Number(value),
  uint8: (value) => value as number,
  uint16: (value) => value as number,
  uint32: (value) => value as number,
  varuint32: (value) => value as number,
  int64: (value) => integerAsJson(value as bigint),
  uint64: (value) => integerAsJson(value as bigint),
  uint128: (value) => String(value),
  float64: (value) => formatFloat(value as number),
  float128: (value) => `0x${bytesToHex(value as Uint8Array)}`,
  name: (value) => nameFromValue(value as bigint),
  bytes: hex,
  checksum256: hex,
  string: (value) => (typeof value === 'string' ? value : new TextDecoder().decode(value as Uint8Array)),
  time_point: (value) => formatTimePoint(value as bigint),
  time_point_sec: (value) => formatTimePointSec(value as number),
  block_timestamp_type: (value) => formatBlockTimestamp(value as number),
  public_key: (value) => publicKeyLegacyText(readPublicKey(new ByteReader(value as Uint8Array))),
  signature: (value) => signatureText(readSignature(new ByteReader(value as Uint8Array))),
};

/** Index of the type that a typed value of a variant with several types holds. */
const CHOSEN: Readonly<Record<string, (value: Members) => number>> = {
  request: ({ type }) => alternativesOf('request')!.indexOf(String(type)),
  result: ({ type }) => alternativesOf('result')!.indexOf(String(type)),
  action_trace: ({ returnValue }) => (returnValue === undefined ? 0 : 1),
  chain_config: ({ maxActionReturnValueSize }) => (maxActionReturnValueSize === undefined ? 0 : 1),
  global_property: ({ version }) => Number(version),
  transaction_variant: ({ kind }) => (kind === 'id' ? 0 : 1),
};

/** A typed value of libs/ship as the generic ABI decoder of libs/antelope prints the same bytes. */
export function genericJson(wholeType: string, value: unknown): Json {
  const type = resolved(wholeType);
  if (type.endsWith('[]')) return (value as unknown[]).map((item) => genericJson(type.slice(0, -2), item));
  if (type.endsWith('?')) return value === undefined ? null : genericJson(type.slice(0, -1), value);
  if (type.endsWith('$')) return genericJson(type.slice(0, -1), value);
  const alternatives = alternativesOf(type);
  if (alternatives !== undefined) {
    const chosen = alternatives[CHOSEN[type]?.(value as Members) ?? 0]!;
    return [chosen, genericJson(chosen, resolved(chosen) === chosen ? value : (value as { id: unknown }).id)];
  }
  return structJson(type, value as Members) ?? SCALARS[type]!(value);
}

function structJson(type: string, value: Members): Json | undefined {
  const fields = fieldsOf(type)?.filter(
    (field) => !field.type.endsWith('$') || value[memberOf(field.name)] !== undefined,
  );
  if (fields === undefined) return undefined;
  return Object.fromEntries(
    fields.map((field) => [field.name, genericJson(field.type, value[memberOf(field.name)])]),
  );
}
