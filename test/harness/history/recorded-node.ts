import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ByteReader,
  bytesToHex,
  formatBlockTimestamp,
  inflatePacked,
  nameFromValue,
  publicKeyText,
  readPublicKey,
  readSignature,
  sha256,
  signatureText,
} from '@app/antelope';
import { decodeBlock, type GetBlocksResult, type SignedBlock, TRANSACTION_STATUS } from '@app/ship';

const MAX_BYTES = 1024 * 1024;
const signature = (bytes: Uint8Array): string => signatureText(readSignature(new ByteReader(bytes)));

/** The members of get_block that a proof needs, in the form of a real node. */
export const nodeBlock = (block: SignedBlock) => ({
  timestamp: formatBlockTimestamp(block.timestamp),
  producer: nameFromValue(block.producer),
  confirmed: block.confirmed,
  previous: bytesToHex(block.previous),
  transaction_mroot: bytesToHex(block.transactionMroot),
  action_mroot: bytesToHex(block.actionMroot),
  schedule_version: block.scheduleVersion,
  new_producers:
    block.newProducers === undefined
      ? null
      : {
          version: block.newProducers.version,
          producers: block.newProducers.producers.map(({ producerName, blockSigningKey }) => ({
            producer_name: nameFromValue(producerName),
            block_signing_key: publicKeyText(readPublicKey(new ByteReader(blockSigningKey))),
          })),
        },
  ...(block.headerExtensions.length === 0
    ? {}
    : { header_extensions: block.headerExtensions.map(({ type, data }) => [type, bytesToHex(data)]) }),
  producer_signature: signature(block.producerSignature),
  transactions: block.transactions.map(({ status, cpuUsageUs, netUsageWords, trx }) => ({
    status: TRANSACTION_STATUS[status],
    cpu_usage_us: cpuUsageUs,
    net_usage_words: netUsageWords,
    trx:
      trx.kind === 'id'
        ? bytesToHex(trx.id)
        : {
            id: bytesToHex(
              sha256(trx.compression === 0 ? trx.packedTrx : inflatePacked(trx.packedTrx, MAX_BYTES)),
            ),
            signatures: trx.signatures.map(signature),
            compression: trx.compression === 0 ? 'none' : 'zlib',
            packed_context_free_data: bytesToHex(trx.packedContextFreeData),
            packed_trx: bytesToHex(trx.packedTrx),
          },
  })),
});

/** The HTTP API of a node that has the recorded blocks, by their ids, and no other route. */
export class RecordedNode {
  /** Requests for blocks. */
  requests = 0;

  private constructor(
    readonly url: string,
    readonly close: () => void,
  ) {}

  static async start(results: readonly GetBlocksResult[]): Promise<RecordedNode> {
    const blocks = new Map(
      results.flatMap((result) => {
        const { block, thisBlock } = decodeBlock(result);
        return block === undefined ? [] : [[bytesToHex(thisBlock.blockId), nodeBlock(block)] as const];
      }),
    );
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (part: Buffer) => (text += part.toString()));
      request.on('end', () => {
        node.requests += 1;
        const { block_num_or_id } = JSON.parse(text) as { readonly block_num_or_id: string };
        const block = request.url === '/v1/chain/get_block' ? blocks.get(block_num_or_id) : undefined;
        response.writeHead(block === undefined ? 400 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(block ?? { code: 400, message: 'Unknown Block' }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const node = new RecordedNode(`http://127.0.0.1:${String(port)}`, () => {
      server.close();
      server.closeAllConnections();
    });
    return node;
  }
}
