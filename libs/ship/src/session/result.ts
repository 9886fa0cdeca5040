import { ByteWriter, DataEndsError, ValueError } from '@app/antelope';
import { decodeWith, extension, optional, struct, type Codec } from '../wire/codec';
import { bigBytes, digest, uint32 } from '../wire/scalars';
import { ShipReader } from '../wire/ship-reader';
import { blockPosition, type BlockPosition } from './block-position';

/** State of the server. The ends of the two logs are exclusive; both 0 when the log is empty. */
export interface ShipStatus {
  head: BlockPosition;
  lastIrreversible: BlockPosition;
  traceBeginBlock: number;
  traceEndBlock: number;
  chainStateBeginBlock: number;
  chainStateEndBlock: number;
  /** 32 bytes. Nodes of EOSIO 1.8 and 2.0 do not send it. */
  chainId?: Uint8Array;
}

/** One block of the stream. A section that was not requested, or that the server does not have, is undefined. */
export interface GetBlocksResult {
  head: BlockPosition;
  lastIrreversible: BlockPosition;
  /** Undefined when the server has no history of the block. */
  thisBlock?: BlockPosition;
  /** Undefined for block 1. */
  prevBlock?: BlockPosition;
  /** A packed signed_block: see decodeSignedBlock. */
  block?: Uint8Array;
  /** Packed transaction_trace[]: see decodeTraces. */
  traces?: Uint8Array;
  /** Packed table_delta[]: see decodeDeltas. */
  deltas?: Uint8Array;
}

/** A binary message of the server. Each is one variant of the protocol, version 0. */
export type ShipResult =
  ({ type: 'get_status_result_v0' } & ShipStatus) | ({ type: 'get_blocks_result_v0' } & GetBlocksResult);

const TYPES: readonly ShipResult['type'][] = ['get_status_result_v0', 'get_blocks_result_v0'];

const status = struct<ShipStatus>({
  head: blockPosition,
  lastIrreversible: blockPosition,
  traceBeginBlock: uint32,
  traceEndBlock: uint32,
  chainStateBeginBlock: uint32,
  chainStateEndBlock: uint32,
  chainId: extension(digest),
});

const beforeDeltas = {
  head: blockPosition,
  lastIrreversible: blockPosition,
  thisBlock: optional(blockPosition),
  prevBlock: optional(blockPosition),
  block: optional(bigBytes),
  traces: optional(bigBytes),
};
const blocks = struct<GetBlocksResult>({ ...beforeDeltas, deltas: optional(bigBytes) });
const head = struct<Omit<GetBlocksResult, 'deltas'>>(beforeDeltas);

const result: Codec<ShipResult> = {
  read: (reader) => {
    const index = reader.varuint32();
    const type = TYPES[index];
    switch (type) {
      case 'get_status_result_v0':
        return { type, ...status.read(reader) };
      case 'get_blocks_result_v0':
        return { type, ...blocks.read(reader) };
      default:
        throw new ValueError(`unknown result ${String(index)}`);
    }
  },
  write: (writer, value) => {
    writer.varuint32(TYPES.indexOf(value.type));
    if (value.type === 'get_status_result_v0') status.write(writer, value);
    else blocks.write(writer, value);
  },
};

/** Reads one binary message of a server; its sections stay packed. Throws ValueError. */
export const decodeResult = (message: Uint8Array): ShipResult => decodeWith(result, message);

/** The beginning of a result whose section `deltas` has not arrived. */
export interface ResultHead {
  /** Without its deltas. */
  readonly result: Omit<GetBlocksResult, 'deltas'>;
  /** Bytes of the section `deltas`. */
  readonly deltasLength: number;
  /** Place in the message at which they begin. */
  readonly deltasStart: number;
}

/** Reads what comes before the deltas of a result. Undefined: the message is another one, or the bytes do not suffice. */
export function decodeResultHead(start: Uint8Array): ResultHead | undefined {
  const reader = new ShipReader(start);
  try {
    if (TYPES[reader.varuint32()] !== 'get_blocks_result_v0') return undefined;
    const result = head.read(reader);
    if (!reader.bool()) return undefined;
    const deltasLength = reader.varuint64();
    return { result, deltasLength, deltasStart: reader.mark() };
  } catch (error) {
    if (error instanceof DataEndsError) return undefined;
    throw error;
  }
}

/** One binary message for a client. */
export function encodeResult(value: ShipResult): Uint8Array {
  const writer = new ByteWriter();
  result.write(writer, value);
  return writer.finish();
}
