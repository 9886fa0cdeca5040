import { decodeType, inflatePacked, unpackTransaction } from '@app/antelope';
import { announcedSchedule } from '../../../kernel/blocks/producer-schedule';
import type { Chain } from '../../../kernel/chain';
import type { BlockRecord, BlockTransaction } from '../../../kernel/blocks/block-record';
import type { PackedTransactionInput } from '../../../kernel/transactions/packed-transaction';
import { decodedArguments } from '../transactions/action-data';
import { requireBlock } from './block-lookup';
import { formatSchedule } from './producers';
import { BUILT_IN_TYPES } from '../values/built-in-types';
import { flag, integer, text } from '../../nodeos/parameters';
import { endpoint } from '../../nodeos/route';
import { formatTime } from '../values/nodeos-json';

/** Of what the chain accepted, so that this only bounds what is held while it is printed. */
const MAX_INFLATED_BYTES = 8 * 1024 * 1024;

const toHex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');

export const getBlock = endpoint({ block_num_or_id: text() }, ({ chain }, { block_num_or_id: wanted }) => {
  const block = requireBlock(chain, wanted);
  const announced = announcedSchedule(block.header);
  return {
    ...formatHeader(block),
    new_producers: null,
    new_producer_schedule: announced && formatSchedule(announced),
    producer_signature: block.producerSignature,
    transactions: block.transactions.map((transaction) => formatTransaction(chain, transaction)),
    id: block.id,
    block_num: block.num,
    ref_block_prefix: block.refBlockPrefix,
  };
});

export const getBlockInfo = endpoint({ block_num: integer(0) }, ({ chain }, { block_num: number }) => {
  const block = requireBlock(chain, String(number));
  const { timestamp, producer, ...header } = formatHeader(block);
  return {
    block_num: block.num,
    ref_block_num: block.num & 0xffff,
    id: block.id,
    timestamp,
    producer,
    ...header,
    producer_signature: block.producerSignature,
    ref_block_prefix: block.refBlockPrefix,
  };
});

export const getBlockHeader = endpoint(
  { block_num_or_id: text(), include_extensions: flag() },
  ({ chain }, { block_num_or_id: wanted, include_extensions: withExtensions }) => {
    const block = requireBlock(chain, wanted, 'block header');
    return {
      id: block.id,
      signed_block_header: formatSignedHeader(block),
      block_extensions: withExtensions ? [] : undefined,
    };
  },
);

/** The block as nodes exchange it: nothing of it is decoded. */
export const getRawBlock = endpoint({ block_num_or_id: text() }, ({ chain }, { block_num_or_id: wanted }) => {
  const block = requireBlock(chain, wanted);
  return {
    ...formatSignedHeader(block),
    transactions: block.transactions.map(({ packed, ...receipt }) => ({
      ...formatReceipt(receipt),
      trx: [1, formatPacked(packed)],
    })),
    block_extensions: [],
  };
});

function formatHeader({ header }: BlockRecord) {
  return {
    timestamp: formatTime(header.timeMs),
    producer: header.producer,
    confirmed: header.confirmed,
    previous: header.previous,
    transaction_mroot: header.transactionMroot,
    action_mroot: header.actionMroot,
    schedule_version: header.scheduleVersion,
  };
}

/** The header with its signature, as it is in raw blocks and header states. */
export const formatSignedHeader = (block: BlockRecord) => ({
  ...formatHeader(block),
  header_extensions: block.header.extensions.map(({ id, data }) => [id, toHex(data)]),
  producer_signature: block.producerSignature,
});

const formatReceipt = ({ status, cpuUsageUs, netUsageWords }: Omit<BlockTransaction, 'packed'>) => ({
  status,
  cpu_usage_us: cpuUsageUs,
  net_usage_words: netUsageWords,
});

const formatPacked = (packed: PackedTransactionInput) => ({
  signatures: packed.signatures,
  compression: packed.compression,
  packed_context_free_data: toHex(packed.packedContextFreeData),
  packed_trx: toHex(packed.packedTrx),
});

function formatTransaction(chain: Chain, { id, packed, ...receipt }: BlockTransaction) {
  const { packed_trx: packedTrx, ...rest } = formatPacked(packed);
  return {
    ...formatReceipt({ id, ...receipt }),
    trx: {
      id,
      ...rest,
      context_free_data: contextFreeData(packed),
      packed_trx: packedTrx,
      transaction: decodedTransaction(chain, plain(packed, packed.packedTrx)),
    },
  };
}

function decodedTransaction(chain: Chain, bytes: Uint8Array) {
  const { transaction_extensions: extensions, ...transaction } = unpackTransaction(bytes);
  const actions = transaction.actions.map(({ data, ...action }) => ({
    ...action,
    data: decodedArguments(chain, action.account, action.name, Buffer.from(data, 'hex')) ?? data,
    hex_data: data,
  }));
  // Left out when there are none, as nodeos does.
  return { ...transaction, actions, ...(extensions.length > 0 && { transaction_extensions: extensions }) };
}

function contextFreeData(packed: PackedTransactionInput) {
  if (packed.packedContextFreeData.length === 0) return [];
  const bytes = plain(packed, packed.packedContextFreeData);
  // eosjs compresses even no bytes at all.
  return bytes.length === 0 ? [] : decodeType(BUILT_IN_TYPES, 'bytes[]', bytes);
}

function plain({ compression }: PackedTransactionInput, bytes: Uint8Array): Uint8Array {
  return compression === 'zlib' ? inflatePacked(bytes, MAX_INFLATED_BYTES) : bytes;
}
