import { mkdtempSync, openSync, closeSync, ftruncateSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { openSnapshot } from '../../../apps/history/src/snapshots/snapshot';
import { SnapshotError } from '../../../apps/history/src/snapshots/snapshot-error';
import { stateOf } from '../../../apps/history/src/snapshots/snapshot-state';
import { packed, snapshotOf, type WrittenSection } from '../../harness/snapshots/snapshot-sections';
import { sectionsOf, writtenSnapshot } from '../../harness/snapshots/written-snapshot';
import { recordedContent } from './recorded-state';
import { smallContent } from './small-content';

const folder = mkdtempSync(path.join(tmpdir(), 'snapshot-'));
const file = path.join(folder, 'snapshot.bin');
afterAll(() => rmSync(folder, { recursive: true }));

/** Reads all of it. @returns the number of rows */
async function readAll(): Promise<number> {
  let count = 0;
  for await (const { rows } of stateOf(await openSnapshot(file))) count += rows.length;
  return count;
}

async function failureOf(bytes: Uint8Array): Promise<unknown> {
  writeFileSync(file, bytes);
  return readAll().then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** The message of the refusal, without the folder of the test. */
async function refusalOf(bytes: Uint8Array): Promise<string> {
  const error = await failureOf(bytes);
  if (!(error instanceof SnapshotError)) throw new Error('the file was not refused', { cause: error });
  return error.message.replaceAll(file, 'FILE');
}

const replaced = (bytes: Uint8Array, at: number, by: readonly number[]): Uint8Array =>
  Uint8Array.from([...bytes.subarray(0, at), ...by, ...bytes.subarray(at + by.length)]);

/** Sections with other rows in one of them. */
const withRows = (version: number, name: string, rows: readonly Uint8Array[]): WrittenSection[] =>
  sectionsOf(smallContent(version)).map((section) => (section.name === name ? { name, rows } : section));

const HUGE = [0, 0, 0, 0, 0, 0, 0, 0x10];
const VERSIONS = [2, 6, 8] as const;
/** Every byte would take minutes. */
const CUT_STEP = 101;
const CHANGE_STEP = 61;

describe.each([...VERSIONS.map((version) => [version, false] as const), [8, true] as const])(
  'a snapshot of version %i that was changed, with instant finality: %s',
  (version, hasFinality) => {
    const whole = writtenSnapshot({ ...smallContent(version), hasFinality });

    test('a snapshot file is refused wherever it is cut', async () => {
      expect(await failureOf(whole)).toBeUndefined();
      const taken: number[] = [];
      for (let end = 0; end < whole.length; end += CUT_STEP)
        if (!((await failureOf(whole.subarray(0, end))) instanceof SnapshotError)) taken.push(end);
      expect(taken).toEqual([]);
    });

    test('a snapshot file is read or refused whichever byte has another value', async () => {
      const failures: unknown[] = [];
      for (let at = 0; at < whole.length; at += CHANGE_STEP) {
        const failure = await failureOf(replaced(whole, at, [whole[at]! ^ 0xff]));
        if (failure !== undefined && !(failure instanceof SnapshotError)) failures.push(failure);
      }
      expect(failures).toEqual([]);
    });
  },
);

describe('a file is refused with its section and byte', () => {
  const small = writtenSnapshot(smallContent(6));
  const firstSection = 8;

  test.each([
    [
      'no file of this form',
      Buffer.from('PK\u0003\u0004 something else'),
      'FILE is no portable snapshot of nodeos in its binary form',
    ],
    ['an empty file', Buffer.of(), 'FILE is no portable snapshot of nodeos in its binary form'],
    [
      'an unknown form',
      replaced(small, 4, [2]),
      'the snapshot FILE has the form 2, and only form 1 is known',
    ],
    [
      'a section of 2^60 bytes',
      replaced(small, firstSection, HUGE),
      'the snapshot FILE ends before the 1152921504606846976 bytes of the section eosio::chain::chain_snapshot_header (byte 8)',
    ],
    [
      '2^60 rows',
      replaced(small, firstSection + 8, HUGE),
      'the snapshot FILE has 1152921504606846976 rows in 4 bytes of the section eosio::chain::chain_snapshot_header (byte 8)',
    ],
    [
      'no name of a section',
      replaced(small, firstSection + 16, [0]),
      'the snapshot FILE has no section where one begins (byte 8)',
    ],
    [
      'bytes behind its end',
      Buffer.concat([small, Buffer.of(0)]),
      `the snapshot FILE continues behind its end (byte ${small.length})`,
    ],
    [
      'no end',
      small.subarray(0, -8),
      `the snapshot FILE ends before its end marker (byte ${small.length - 8})`,
    ],
  ])('%s', async (_title, bytes, message) => {
    expect(await refusalOf(bytes)).toBe(message);
  });

  test.each([
    ['gzip', gzipSync(small)],
    ['zstd', zstdCompressSync(small)],
  ])('a cut file of %s', async (_form, bytes) => {
    expect(await refusalOf(bytes.subarray(0, -20))).toMatch(/^the snapshot FILE (cannot be read|ends )/);
  });

  test('a file that is not there', async () => {
    await expect(openSnapshot(path.join(folder, 'none'))).rejects.toThrow(
      /^the snapshot .*none cannot be read: ENOENT/,
    );
  });

  test.each([1, 9])('version %i', async (version) => {
    const rows = [packed((writer) => writer.uint32(version))];
    expect(await refusalOf(snapshotOf(withRows(6, 'eosio::chain::chain_snapshot_header', rows)))).toBe(
      `the snapshot FILE has version ${version}, and versions 2 to 8 are known`,
    );
  });

  test('a section that is missing', async () => {
    const sections = sectionsOf(smallContent(8)).filter(({ name }) => !name.endsWith('::account_object'));
    expect(await refusalOf(snapshotOf(sections))).toBe(
      'the snapshot FILE has no section eosio::chain::account_object',
    );
  });

  test('a section that is there twice', async () => {
    const sections = sectionsOf(smallContent(8));
    expect(await refusalOf(snapshotOf([...sections, sections[0]!]))).toMatch(
      /^the snapshot FILE has the section eosio::chain::chain_snapshot_header twice \(byte \d+\)$/,
    );
  });

  test('the state of a block with the id of another one', async () => {
    const { block, ...content } = smallContent(6);
    expect(await refusalOf(writtenSnapshot({ ...content, block: { ...block, num: 990 } }))).toMatch(
      /^the section eosio::chain::block_state of the snapshot has a bad row 1 of 1: block 990 has the id of block 991 \(byte \d+\)$/,
    );
  });
});

describe('rows are refused with their section and byte', () => {
  const names = new Uint8Array(32);
  const table = packed((writer) => {
    writer.raw(names);
    writer.uint32(1);
  });
  const varuint = (value: number): Uint8Array => packed((writer) => writer.varuint32(value));
  const place = (value: bigint): Uint8Array => packed((writer) => writer.uint64(value));
  const row = packed((writer) => {
    writer.raw(new Uint8Array(16));
    writer.prefixed(Uint8Array.of(1));
  });

  test('4,294,967,295 rows in a table of the common section', async () => {
    const rows = [table, varuint(0xffff_ffff), row];
    expect(await refusalOf(snapshotOf(withRows(6, 'contract_tables', rows)))).toMatch(
      /^the section contract_tables of the snapshot ends in the middle of a table \(byte \d+\)$/,
    );
  });

  test('a value that is longer than the section', async () => {
    const rows = [table, varuint(1), Buffer.concat([new Uint8Array(16), varuint(0xffff_ffff)])];
    expect(await refusalOf(snapshotOf(withRows(6, 'contract_tables', rows)))).toMatch(
      /^the section contract_tables of the snapshot ends in row 3 of 3 \(byte \d+\)$/,
    );
  });

  test.each([
    [
      'a table that is not there',
      [place(4n), varuint(1), row],
      'has rows of table 4 behind those of table -1, and there are 4 tables',
    ],
    [
      'a table twice',
      [place(1n), varuint(1), row, place(1n), varuint(1), row],
      'has rows of table 1 behind those of table 1, and there are 4 tables',
    ],
  ])('%s', async (_title, rows, complaint) => {
    expect(await refusalOf(snapshotOf(withRows(8, 'eosio::chain::key_value_object', rows)))).toMatch(
      new RegExp(`^the section eosio::chain::key_value_object of the snapshot ${complaint} \\(byte \\d+\\)$`),
    );
  });

  test('bytes behind the last row', async () => {
    const rows = [Buffer.concat([new Uint8Array(32), Uint8Array.of(1, 2)])];
    expect(await refusalOf(snapshotOf(withRows(8, 'eosio::chain::permission_link_object', rows)))).toMatch(
      /^the section eosio::chain::permission_link_object of the snapshot has 2 bytes behind its last row \(byte \d+\)$/,
    );
  });

  test('an unknown kind of key', async () => {
    const { state } = recordedContent(8);
    expect(state.get('permission')!.length).toBeGreaterThan(0);
    const permission = packed((writer) => {
      writer.raw(new Uint8Array(5 * 8));
      writer.uint32(1);
      writer.varuint32(1);
      writer.raw(new Uint8Array(40).fill(9));
    });
    expect(await refusalOf(snapshotOf(withRows(8, 'eosio::chain::permission_object', [permission])))).toMatch(
      /^the section eosio::chain::permission_object of the snapshot has a bad row 1 of 1: .* \(byte \d+\)$/,
    );
  });
});

test('a row of 200 MiB is refused after 64 MiB of it', async () => {
  const rowBytes = 200 * 1024 * 1024;
  const sections = sectionsOf(smallContent(8));
  const before = snapshotOf(sections.filter(({ name }) => !name.endsWith('::account_object'))).subarray(
    0,
    -8,
  );
  const name = Buffer.from('eosio::chain::account_object\0');
  const head = packed((writer) => {
    writer.uint64(BigInt(8 + name.length + 17 + rowBytes));
    writer.uint64(1n);
    writer.raw(name);
    writer.raw(new Uint8Array(12));
    writer.varuint32(rowBytes);
  });
  writeFileSync(file, before);
  // The rest of the row is a hole in the file.
  const handle = openSync(file, 'r+');
  writeSync(handle, head, 0, head.length, before.length);
  const end = before.length + head.length + rowBytes + 1;
  ftruncateSync(handle, end);
  writeSync(handle, new Uint8Array(8).fill(0xff), 0, 8, end);
  closeSync(handle);
  await expect(readAll()).rejects.toThrow(
    /^the section eosio::chain::account_object of the snapshot has more than 67108864 bytes in row 1 of 1/,
  );
});
