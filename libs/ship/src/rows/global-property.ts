import { ValueError } from '@app/antelope';
import {
  producerAuthoritySchedule,
  producerSchedule,
  type ProducerAuthoritySchedule,
  type ProducerSchedule,
} from '../blocks/producer-schedule';
import { extension, optional, struct, type Codec } from '../wire/codec';
import { digest, uint32 } from '../wire/scalars';
import { chainConfig, wasmConfig, type ChainConfig, type WasmConfig } from './chain-config';

/** global_property_v0: nodes of EOSIO 1.8. */
export interface GlobalPropertyV0 {
  proposedScheduleBlockNum?: number;
  proposedSchedule: ProducerSchedule;
  configuration: ChainConfig;
}

/** global_property_v1: nodes since EOSIO 2.0. */
export interface GlobalPropertyV1 {
  proposedScheduleBlockNum?: number;
  proposedSchedule: ProducerAuthoritySchedule;
  configuration: ChainConfig;
  /** 32 bytes. */
  chainId: Uint8Array;
  wasmConfiguration?: WasmConfig;
}

/** Parameters of the chain and the proposed schedule, in the version that the node sends. */
export type GlobalProperty = ({ version: 0 } & GlobalPropertyV0) | ({ version: 1 } & GlobalPropertyV1);

const v0 = struct<GlobalPropertyV0>({
  proposedScheduleBlockNum: optional(uint32),
  proposedSchedule: producerSchedule,
  configuration: chainConfig,
});

const v1 = struct<GlobalPropertyV1>({
  proposedScheduleBlockNum: optional(uint32),
  proposedSchedule: producerAuthoritySchedule,
  configuration: chainConfig,
  chainId: digest,
  wasmConfiguration: extension(wasmConfig),
});

/** Its own variant index included. */
export const globalProperty: Codec<GlobalProperty> = {
  read: (reader) => {
    const version = reader.varuint32();
    if (version === 0) return { version, ...v0.read(reader) };
    if (version === 1) return { version, ...v1.read(reader) };
    throw new ValueError(`global_property: unknown variant ${String(version)}`);
  },
  write: (writer, value) => {
    writer.varuint32(value.version);
    if (value.version === 0) v0.write(writer, value);
    else v1.write(writer, value);
  },
};
