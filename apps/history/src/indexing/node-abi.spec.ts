import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bytesToHex, nameToValue, sha256 } from '@app/antelope';
import { readNodeAbi } from './node-abi';

const ABI = Uint8Array.of(1, 2, 3);
const RIGHT = {
  account_name: 'sys.token',
  abi_hash: bytesToHex(sha256(ABI)),
  abi: Buffer.from(ABI).toString('base64'),
};
const INFO = { chain_id: 'ab'.repeat(32), head_block_num: 77 };

describe('readNodeAbi', () => {
  let server: Server;
  let answer: unknown;
  let info: unknown;

  beforeAll(async () => {
    server = createServer((request, response) => {
      response.end(JSON.stringify(request.url?.endsWith('get_info') === true ? info : answer));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => server.close());
  beforeEach(() => {
    answer = RIGHT;
    info = INFO;
  });

  const ask = () =>
    readNodeAbi(
      `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
      nameToValue('sys.token'),
    );

  it('the answer has the ABI, and the block that the node may be making', async () => {
    expect(await ask()).toMatchObject({ asked: 78, abi: ABI, contract: nameToValue('sys.token') });
  });

  it.each([
    ['of another account', { ...RIGHT, account_name: 'other' }],
    ['with another hash', { ...RIGHT, abi_hash: 'ab'.repeat(32) }],
    ['without an ABI', { account_name: 'sys.token' }],
    ['that is no object', 'text'],
    ['above the limit of bytes', { ...RIGHT, more: 'x'.repeat(9_000_000) }],
  ])('an answer %s is refused', async (_what, wrong) => {
    answer = wrong;
    await expect(ask()).rejects.toThrow(/the node answers/);
  });

  it.each([
    ['without a head', { chain_id: INFO.chain_id }],
    ['with a chain id of another form', { ...INFO, chain_id: 'AB' }],
  ])('a get_info %s is refused', async (_what, wrong) => {
    info = wrong;
    await expect(ask()).rejects.toThrow('without its head');
  });
});
