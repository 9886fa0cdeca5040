import { bytesToHex, ByteWriter, equalBytes, hexToBytes, nameToValue } from '@app/antelope';
import {
  parseBlockTimestamp,
  parsePublicKey,
  parseSignature,
  writePublicKey,
  writeSignature,
} from '@app/antelope';
import {
  blockIdOf,
  numberOfId,
  type SignedBlock,
  TRANSACTION_STATUS,
  type TransactionReceipt,
  transactionRootOf,
} from '@app/ship';
import { z } from 'zod';
import { postToNode } from '../http/post-to-node';
import { HistoryError } from '../parameters/history-error';

/** The node is near the history node; one that answers later is reported as not answering. */
const DEADLINE_MS = 3_000;
const UNAVAILABLE = 503;

const PACKED = z.object({
  signatures: z.array(z.string()),
  compression: z.enum(['none', 'zlib']),
  packed_context_free_data: z.string(),
  packed_trx: z.string(),
});
const BLOCK = z.object({
  timestamp: z.string(),
  producer: z.string(),
  confirmed: z.number(),
  previous: z.string(),
  transaction_mroot: z.string(),
  action_mroot: z.string(),
  schedule_version: z.number(),
  new_producers: z
    .object({
      version: z.number(),
      producers: z.array(z.object({ producer_name: z.string(), block_signing_key: z.string() })),
    })
    .nullish(),
  header_extensions: z.array(z.tuple([z.number(), z.string()])).default([]),
  transactions: z.array(
    z.object({
      status: z.enum(TRANSACTION_STATUS),
      cpu_usage_us: z.number(),
      net_usage_words: z.number(),
      trx: z.union([z.string(), PACKED]),
    }),
  ),
});
type NodeBlock = z.infer<typeof BLOCK>;

/** A block whose id and transactions are proven: without signature of the producer. */
export type WholeBlock = Omit<SignedBlock, 'producerSignature' | 'blockExtensions'>;

/** Blocks of the node that this history follows, which has their whole headers and transactions. */
export class NodeBlocks {
  /** @param chainUrl without a slash at its end; undefined: no node is configured */
  constructor(private readonly chainUrl: string | undefined) {}

  /**
   * The block of an id, which the node has to prove. Throws HistoryError where no node is configured, and when it does not
   * answer with that block.
   */
  async get(id: Uint8Array): Promise<WholeBlock> {
    if (this.chainUrl === undefined)
      throw new HistoryError(UNAVAILABLE, 'proofs need HISTORY_CHAIN_URL, which is not set');
    let block: WholeBlock;
    try {
      const request = JSON.stringify({ block_num_or_id: bytesToHex(id) });
      const { body } = await postToNode(`${this.chainUrl}/v1/chain/get_block`, request, DEADLINE_MS);
      block = wholeBlock(BLOCK.parse(JSON.parse(body)));
    } catch (cause) {
      throw unavailable(`the node of the chain does not answer with block ${String(numberOfId(id))}`, cause);
    }
    if (!equalBytes(blockIdOf(block), id) || !equalBytes(transactionRootOf(block), block.transactionMroot))
      throw unavailable(
        `the node of the chain answers with a block ${String(numberOfId(id))} that does not prove itself`,
        undefined,
      );
    return block;
  }
}

const unavailable = (message: string, cause: unknown): HistoryError =>
  Object.assign(new HistoryError(UNAVAILABLE, message), { cause });

const wholeBlock = (block: NodeBlock): WholeBlock => ({
  timestamp: parseBlockTimestamp(block.timestamp),
  producer: nameToValue(block.producer),
  confirmed: block.confirmed,
  previous: hexToBytes(block.previous),
  transactionMroot: hexToBytes(block.transaction_mroot),
  actionMroot: hexToBytes(block.action_mroot),
  scheduleVersion: block.schedule_version,
  ...(block.new_producers == null
    ? {}
    : {
        newProducers: {
          version: block.new_producers.version,
          producers: block.new_producers.producers.map(({ producer_name, block_signing_key }) => ({
            producerName: nameToValue(producer_name),
            blockSigningKey: packedBy((writer) => writePublicKey(writer, parsePublicKey(block_signing_key))),
          })),
        },
      }),
  headerExtensions: block.header_extensions.map(([type, data]) => ({ type, data: hexToBytes(data) })),
  transactions: block.transactions.map(receiptOf),
});

const receiptOf = (receipt: NodeBlock['transactions'][number]): TransactionReceipt => ({
  status: TRANSACTION_STATUS.indexOf(receipt.status),
  cpuUsageUs: receipt.cpu_usage_us,
  netUsageWords: receipt.net_usage_words,
  trx:
    typeof receipt.trx === 'string'
      ? { kind: 'id', id: hexToBytes(receipt.trx) }
      : {
          kind: 'packed',
          signatures: receipt.trx.signatures.map((text) =>
            packedBy((writer) => writeSignature(writer, parseSignature(text))),
          ),
          compression: receipt.trx.compression === 'zlib' ? 1 : 0,
          packedContextFreeData: hexToBytes(receipt.trx.packed_context_free_data),
          packedTrx: hexToBytes(receipt.trx.packed_trx),
        },
});

function packedBy(write: (writer: ByteWriter) => void): Uint8Array {
  const writer = new ByteWriter();
  write(writer);
  return writer.finish();
}
