import { ByteWriter, ValueError } from '@app/antelope';
import { decodeWith, list, struct, type Codec } from '../wire/codec';
import { bool, uint32 } from '../wire/scalars';
import { blockPosition, type BlockPosition } from './block-position';

/** The members of a request for a stream of blocks. */
export interface GetBlocks {
  startBlockNum: number;
  /** Exclusive; 0xffffffff for a stream without an end. */
  endBlockNum: number;
  /** Credits: results that the server may send before the first ack. */
  maxMessagesInFlight: number;
  /** Blocks that the client holds; the server starts at the lowest of them whose id differs on its chain. */
  havePositions: BlockPosition[];
  irreversibleOnly: boolean;
  fetchBlock: boolean;
  fetchTraces: boolean;
  fetchDeltas: boolean;
}

/** A message of the client. Each is one variant of the protocol, version 0. */
export type ShipRequest =
  | { type: 'get_status_request_v0' }
  | ({ type: 'get_blocks_request_v0' } & GetBlocks)
  | { type: 'get_blocks_ack_request_v0'; numMessages: number };

const TYPES: readonly ShipRequest['type'][] = [
  'get_status_request_v0',
  'get_blocks_request_v0',
  'get_blocks_ack_request_v0',
];

const getBlocks = struct<GetBlocks>({
  startBlockNum: uint32,
  endBlockNum: uint32,
  maxMessagesInFlight: uint32,
  havePositions: list(blockPosition),
  irreversibleOnly: bool,
  fetchBlock: bool,
  fetchTraces: bool,
  fetchDeltas: bool,
});

const request: Codec<ShipRequest> = {
  read: (reader) => {
    const index = reader.varuint32();
    const type = TYPES[index];
    switch (type) {
      case 'get_status_request_v0':
        return { type };
      case 'get_blocks_request_v0':
        return { type, ...getBlocks.read(reader) };
      case 'get_blocks_ack_request_v0':
        return { type, numMessages: reader.uint32() };
      default:
        throw new ValueError(`unknown request ${String(index)}`);
    }
  },
  write: (writer, value) => {
    writer.varuint32(TYPES.indexOf(value.type));
    if (value.type === 'get_blocks_request_v0') getBlocks.write(writer, value);
    if (value.type === 'get_blocks_ack_request_v0') writer.uint32(value.numMessages);
  },
};

/** Reads one binary message of a client. Throws ValueError. */
export const decodeRequest = (message: Uint8Array): ShipRequest => decodeWith(request, message);

/** One binary message for a server. */
export function encodeRequest(value: ShipRequest): Uint8Array {
  const writer = new ByteWriter();
  request.write(writer, value);
  return writer.finish();
}
