import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bytesToHex, sha256 } from '@app/antelope';
import { Archive } from '../../../apps/history/src/segments/archive';
import { expectEqual } from '../../harness/expect-equal';
import { exportInto, urlOf, useArchiveFolders } from '../../harness/history/archives';
import { startFollowing } from '../../harness/history/following';
import {
  defaultGenesis,
  type FilesOptions,
  fileUrl,
  stemsOf,
  writeNodeFiles,
} from '../../harness/history/recorded-files';
import { laterChain, RecordedChain, snapshotChain } from '../../harness/ship/recorded-chain';
import { statusOfRecording } from '../../harness/ship/recorded-source';
import { ShipServer } from '../../harness/ship/ship-server';
import { SMALL_RANGES } from '../follow/support/small-ranges';
import { filledStore, type FilledStore, sentStore } from './filled-store';

const newFolder = useArchiveFolders();
const GENESIS_LAST = 126;
const SNAPSHOT_LAST = 1044;

const genesis = new RecordedChain();
const snapshot = snapshotChain(statusOfRecording('snapshot'));
const snapshotFiles: FilesOptions = { blocks: { context: snapshot.status().chainId! } };

it('the genesis that the spec writes has the chain id of the recorded chain', () => {
  expect(bytesToHex(sha256(defaultGenesis()))).toBe(bytesToHex(genesis.status().chainId!));
});

describe('stores that are filled from the files of a node that recorded its chain from the genesis on', () => {
  let expected: FilledStore;
  beforeAll(async () => {
    expected = await sentStore(newFolder('sent'), genesis);
  });

  function expectSame({ tables, history, events }: FilledStore): void {
    expect(tables).toEqual(expected.tables);
    expectEqual(history, expected.history);
    expect(events).toEqual(expected.events);
  }

  it.each<[string, FilesOptions]>([
    ['of Leap 4 and later', {}],
    ['of Leap 4 and later, compressed', { zlib: { level: 9 } }],
    ['of Leap 3', { form: 'Leap 3' }],
    ['of EOSIO', { form: 'EOSIO', zlib: { level: 6 } }],
    ['with a block log of version 1', { blocks: { version: 1 } }],
    ['with a block log of version 2', { blocks: { version: 2 } }],
  ])('a store from files %s has the rows of one that was filled from the server', async (_, options) => {
    const folder = writeNodeFiles(newFolder('node'), genesis.blocks, options);
    expectSame(await filledStore(newFolder('store'), fileUrl(folder), GENESIS_LAST));
  });

  it('a store from files in one folder has the same rows', async () => {
    const folder = writeNodeFiles(newFolder('node'), genesis.blocks);
    for (const stem of Object.values(stemsOf(folder)))
      for (const extension of ['log', 'index'])
        renameSync(`${stem}.${extension}`, path.join(folder, `${path.basename(stem)}.${extension}`));
    expectSame(await filledStore(newFolder('store'), fileUrl(folder), GENESIS_LAST));
  });

  it('a store that several sessions fill from files has the same history', async () => {
    const folder = writeNodeFiles(newFolder('node'), genesis.blocks);
    const options = { backfill: SMALL_RANGES };
    const { history } = await filledStore(newFolder('store'), fileUrl(folder), GENESIS_LAST, options);
    expectEqual(history, expected.history);
  });

  it('a store from an archive that was exported from files has the same rows', async () => {
    const url = fileUrl(writeNodeFiles(newFolder('node'), genesis.blocks));
    const folder = newFolder('archive');
    await exportInto(folder, url);
    const archive = await Archive.open(urlOf(folder), 1_000_000, new AbortController().signal);
    expect([archive.firstNum, archive.lastNum]).toEqual([1, GENESIS_LAST]);
    expectSame(await filledStore(newFolder('store'), url, GENESIS_LAST, { archiveUrls: [urlOf(folder)] }));
  });

  it('a store takes what a node writes behind the end of its files later', async () => {
    const folder = writeNodeFiles(newFolder('node'), genesis.blocks, { irreversibleNum: 60 });
    const following = startFollowing(fileUrl(folder), { silenceMs: 1000 });
    await following.until(({ lastBlockNum }) => lastBlockNum === 60);
    const later = stemsOf(writeNodeFiles(newFolder('later'), genesis.blocks));
    const { blocks } = stemsOf(folder);
    const before = readFileSync(`${blocks}.log`);
    appendFileSync(`${blocks}.log`, readFileSync(`${later.blocks}.log`).subarray(before.length));
    writeFileSync(`${blocks}.index`, readFileSync(`${later.blocks}.index`));
    await following.until(({ lastBlockNum }) => lastBlockNum === GENESIS_LAST);
    await following.stop();
    expect(following.logs).toEqual([]);
    expect(following.status.nodeIrreversibleNum).toBe(GENESIS_LAST);
  });
});

describe('stores that continue behind the files of a node', () => {
  it.each<[string, RecordedChain, FilesOptions, number, number]>([
    ['from its genesis on', genesis, {}, GENESIS_LAST, 174],
    ['from a snapshot on', snapshot, snapshotFiles, SNAPSHOT_LAST, 1106],
  ])(
    'the store of a real chain %s has the rows of one that was filled from the server, and continues there without a gap',
    async (_, chain, options, fileEnd, last) => {
      const server = await ShipServer.start(chain);
      const expected = await filledStore(newFolder('sent'), server.url, last);
      await server.close();
      const late = await ShipServer.start(laterChain(chain, fileEnd + 1));
      const folder = writeNodeFiles(newFolder('node'), chain.blocks, options);
      const filled = await filledStore(newFolder('store'), fileUrl(folder), last, { otherUrls: [late.url] });
      expect(late.requests.map(({ startBlockNum }) => startBlockNum)).toEqual([fileEnd + 1]);
      await late.close();
      expect(filled.tables).toEqual(expected.tables);
      expectEqual(filled.history, expected.history);
      expect(filled.events).toEqual(expected.events);
    },
  );

  it('the store of a real chain from a snapshot on has the rows of one that was filled from the server', async () => {
    const expected = await sentStore(newFolder('sent'), snapshot);
    const folder = writeNodeFiles(newFolder('node'), snapshot.blocks, snapshotFiles);
    const filled = await filledStore(newFolder('store'), fileUrl(folder), SNAPSHOT_LAST);
    expect(filled.tables).toEqual(expected.tables);
    expectEqual(filled.history, expected.history);
  });

  it('a store with blocks beyond the files continues at its server, and takes nothing from the files', async () => {
    const server = await ShipServer.start(genesis);
    const folder = writeNodeFiles(newFolder('node'), genesis.blocks);
    const following = startFollowing(server.url, { otherUrls: [fileUrl(folder)] });
    await following.until(({ lastBlockNum }) => lastBlockNum === 174);
    const { blocks } = following.store;
    server.disconnect();
    await following.until(({ connections }) => connections >= 3);
    await following.stop();
    await server.close();
    expect(following.store.blocks).toEqual(blocks);
  });

  it('files without a block log are reported, and taken once they have one', async () => {
    const folder = writeNodeFiles(newFolder('node'), genesis.blocks);
    const { blocks } = stemsOf(folder);
    const moved = path.join(folder, 'moved');
    mkdirSync(moved);
    renameSync(`${blocks}.log`, path.join(moved, 'blocks.log'));
    const following = startFollowing(fileUrl(folder));
    const { error } = await following.until((status) => status.error !== undefined);
    expect(error).toContain('there is no blocks.log in');
    renameSync(path.join(moved, 'blocks.log'), `${blocks}.log`);
    await following.until(({ lastBlockNum }) => lastBlockNum === GENESIS_LAST);
    await following.stop();
  });
});
