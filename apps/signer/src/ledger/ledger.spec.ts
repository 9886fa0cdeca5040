import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Ledger, LedgerError } from './ledger';
import { type Caps, SpendingError, type Wanted } from './spending-rules';

const HOUR = 3_600_000;
const CAPS: Caps = new Map([['USDT', [{ ms: HOUR, max: 100n }]]]);
const KEY = Buffer.alloc(32, 7);

describe('the ledger', () => {
  let folder: string;
  let file: string;
  const place = () => ({ file, headFile: path.join(folder, 'head') });
  const open: Ledger[] = [];
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'ledger-'));
    file = path.join(folder, 'ledger.db');
    Ledger.create(place(), KEY, 1);
  });
  afterEach(() => {
    for (const each of open.splice(0)) each.close();
    rmSync(folder, { recursive: true });
  });

  const opened = (key: Uint8Array = KEY): Ledger => {
    const ledger = new Ledger(place(), key, CAPS);
    open.push(ledger);
    return ledger;
  };
  const wanted = (request: string, units: bigint): Wanted => ({
    request,
    call: request,
    units: new Map([['USDT', units]]),
  });
  const reserve = (ledger: Ledger, request: string, units: bigint, at = 0) =>
    ledger.reserve(wanted(request, units), { id: `id-${request}`, packed: 'aa', expiresAt: at + 60_000 }, [
      at,
      at + 5,
    ]);
  const edit = (sql: string): void => {
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
  };

  it('a reservation is found again by its request, after a restart too', () => {
    expect(reserve(opened(), 'a', 60n)).toMatchObject({
      isRepeat: false,
      reservation: { id: 'id-a', packed: 'aa' },
    });
    const later = opened();
    expect(reserve(later, 'a', 60n)).toMatchObject({ isRepeat: true, reservation: { id: 'id-a' } });
    expect(() => reserve(later, 'b', 41n)).toThrow(SpendingError);
    expect(reserve(later, 'b', 40n).isRepeat).toBe(false);
  });

  it('room comes back for a void reservation, and when a window has passed since the expiry', () => {
    const ledger = opened();
    reserve(ledger, 'a', 100n);
    ledger.void('id-a');
    reserve(ledger, 'b', 100n);
    ledger.outcome('id-b', 'unknown', null);
    expect(() => reserve(ledger, 'c', 1n, HOUR + 59_999)).toThrow(SpendingError);
    expect(reserve(ledger, 'c', 100n, HOUR + 60_000).isRepeat).toBe(false);
  });

  it('room does not come back for bytes that another attempt has claimed', () => {
    const [one, two] = [opened(), opened()];
    reserve(one, 'a', 100n);
    two.claim('id-a');
    one.void('id-a');
    expect(() => reserve(one, 'b', 1n)).toThrow(SpendingError);
    expect(two.find('a')).toMatchObject({ isVoid: false, isClaimed: true });
  });

  it('bytes whose room came back are claimed by no other attempt', () => {
    const [one, two] = [opened(), opened()];
    reserve(one, 'a', 100n);
    one.void('id-a');
    expect(() => two.claim('id-a')).toThrow('ended before it was signed');
    expect(reserve(two, 'b', 100n).isRepeat).toBe(false);
  });

  it('twenty requests wait for a person at most, each for an hour', () => {
    const ledger = opened();
    for (let count = 0; count < 20; count += 1) ledger.ask(`r${count}`, `c${count}`, 'text', count);
    const refused = '20 requests wait for a person already';
    expect(() => ledger.ask('r20', 'c20', 'text', 20)).toThrow(refused);
    // Another call under a known request id is one more question; the same call is not.
    expect(() => ledger.ask('r0', 'c20', 'text', 20)).toThrow(refused);
    ledger.ask('r0', 'c0', 'text', 20);
    expect(ledger.read().events).toHaveLength(21);
    ledger.approve('r5', 'c5', 20);
    ledger.ask('r20', 'c20', 'text', 20);
    expect(() => ledger.ask('r21', 'c21', 'text', 20)).toThrow(new Date(HOUR).toISOString());
    ledger.ask('r21', 'c21', 'text', HOUR);
  });

  it('two signers on one file share the room', () => {
    const [one, two] = [opened(), opened()];
    reserve(one, 'a', 60n);
    expect(() => reserve(two, 'b', 41n)).toThrow(SpendingError);
    reserve(two, 'c', 40n);
    expect(() => reserve(one, 'd', 1n)).toThrow(SpendingError);
  });

  it.each([
    ['changed', `UPDATE entries SET body = replace(body, '"60"', '"10"')`],
    ['removed from the middle', 'DELETE FROM entries WHERE seq = 2'],
    ['moved', 'UPDATE entries SET seq = seq + 1 WHERE seq = 3'],
    ['added', `INSERT INTO entries VALUES (4, '{"type":"void","id":"id-a"}', 'ff')`],
  ])('an entry that was %s stops the signer', (_, sql) => {
    const running = opened();
    reserve(running, 'a', 60n);
    reserve(running, 'b', 10n);
    edit(sql);
    expect(() => opened()).toThrow(LedgerError);
  });

  it('a log that is cut or replaced by an older copy stops a running signer', () => {
    const running = opened();
    reserve(running, 'a', 60n);
    reserve(running, 'b', 10n);
    edit('DELETE FROM entries WHERE seq = 3');
    expect(() => reserve(running, 'c', 1n)).toThrow('cut or replaced');
  });

  /** Puts the log back as it was before `work`. */
  const putBack = (work: () => void): void => {
    copyFileSync(file, `${file}.copy`);
    work();
    copyFileSync(`${file}.copy`, file);
    for (const rest of ['-wal', '-shm']) rmSync(`${file}${rest}`, { force: true });
  };
  const closed = (work: (ledger: Ledger) => unknown): void => {
    const ledger = new Ledger(place(), KEY, CAPS);
    work(ledger);
    ledger.close();
  };

  it('an older copy of the log is not opened', () => {
    closed((ledger) => reserve(ledger, 'a', 60n));
    putBack(() => closed((ledger) => reserve(ledger, 'b', 40n)));
    expect(() => opened()).toThrow('ends at entry 2, entry 3 was written before');
  });

  it('another branch of the log that is as long is not opened', () => {
    putBack(() => closed((ledger) => reserve(ledger, 'a', 60n)));
    const head = readFileSync(place().headFile);
    const older = new Ledger({ ...place(), isPutBack: true }, KEY, CAPS);
    reserve(older, 'b', 1n);
    older.close();
    writeFileSync(place().headFile, head);
    expect(() => opened()).toThrow(LedgerError);
  });

  it('a log without its head, and one with a head that others can read, are not opened', () => {
    chmodSync(place().headFile, 0o644);
    expect(() => opened()).toThrow('chmod 600');
    rmSync(place().headFile);
    expect(() => opened()).toThrow('does not exist');
  });

  it('a log whose last entry did not reach the head after a crash is opened', () => {
    const ledger = opened();
    const head = readFileSync(place().headFile);
    reserve(ledger, 'a', 60n);
    writeFileSync(place().headFile, head);
    writeFileSync(`${place().headFile}.partial`, 'left over');
    const later = opened();
    expect(() => reserve(later, 'b', 41n)).toThrow(SpendingError);
    later.claim('id-a');
    expect(opened().read().events).toHaveLength(3);
  });

  it('a log whose head cannot be written takes no further step until it can', () => {
    const ledger = opened();
    mkdirSync(`${place().headFile}.partial`);
    expect(() => reserve(ledger, 'a', 60n)).toThrow(/directory|EISDIR/);
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(() => ledger.claim('id-a')).toThrow(/directory|EISDIR/);
    rmSync(`${place().headFile}.partial`, { recursive: true });
    ledger.claim('id-a');
    expect(opened().read().events).toHaveLength(3);
  });

  it('a log that the owner put back has no room until a whole window has passed', () => {
    putBack(() => closed((ledger) => reserve(ledger, 'a', 100n)));
    const ledger = new Ledger({ ...place(), isPutBack: true }, KEY, CAPS);
    open.push(ledger);
    ledger.continuePutBack(1000);
    expect(() => reserve(ledger, 'b', 1n, HOUR + 60_999)).toThrow('lacks its newest part');
    expect(reserve(ledger, 'b', 1n, HOUR + 61_000).isRepeat).toBe(false);
    expect(opened().read().events).toHaveLength(3);
  });

  it('a reservation that the disk has no room for is none, and takes no room', () => {
    const ledger = opened();
    const exec = jest.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (
      this: DatabaseSync,
      sql: string,
    ) {
      exec.mockRestore();
      this.exec('PRAGMA max_page_count = 1');
      this.exec(sql);
    });
    const large = { id: 'id-large', packed: 'a'.repeat(50_000), expiresAt: 60_000 };
    expect(() => ledger.reserve(wanted('large', 100n), large, [0])).toThrow('database or disk is full');
    const later = opened();
    expect(later.find('large')).toBeUndefined();
    expect(reserve(later, 'small', 100n).isRepeat).toBe(false);
  });

  it('a commit that the disk has no room for leaves a running signer with the log that is on the disk', () => {
    const ledger = opened();
    const { exec } = DatabaseSync.prototype;
    const full = jest.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (
      this: DatabaseSync,
      sql: string,
    ) {
      if (sql === 'COMMIT') throw new Error('database or disk is full');
      exec.call(this, sql);
    });
    expect(() => reserve(ledger, 'a', 100n)).toThrow('database or disk is full');
    full.mockRestore();
    expect(ledger.find('a')).toBeUndefined();
    expect(reserve(ledger, 'b', 100n).isRepeat).toBe(false);
    expect([...opened().read().state.byRequest.keys()]).toEqual(['b']);
  });

  it('a log of another key stops the signer', () => {
    reserve(opened(), 'a', 1n);
    expect(() => opened(Buffer.alloc(32, 8))).toThrow('entry 1 of the log is not of this signer');
  });

  it('a file that others can read, a link and a folder are refused', () => {
    chmodSync(file, 0o644);
    expect(() => opened()).toThrow('chmod 600');
    chmodSync(file, 0o600);
    expect(() => Ledger.create(place(), KEY, 1)).toThrow('exists');
    const own = file;
    copyFileSync(own, `${own}.copy`);
    file = path.join(folder, 'link.db');
    symlinkSync(own, file);
    expect(() => opened()).toThrow('chmod 600');
    file = folder;
    expect(() => opened()).toThrow('chmod 600');
  });

  it('a log that is missing or empty is not begun again', () => {
    rmSync(file);
    expect(() => opened()).toThrow('does not exist');
    writeFileSync(file, '', { mode: 0o600 });
    expect(() => opened()).toThrow('no such table');
    rmSync(file);
    Ledger.create(place(), KEY, 1);
    edit('DELETE FROM entries');
    expect(() => opened()).toThrow('is no log of a signer');
  });

  it('a reservation survives SIGKILL right after it was made', async () => {
    reserve(opened(), 'a', 10n);
    const script = `
      const { DatabaseSync } = require('node:sqlite');
      const database = new DatabaseSync(${JSON.stringify(file)});
      database.exec('PRAGMA synchronous = FULL; BEGIN IMMEDIATE');
      console.log('begun');
      process.kill(process.pid, 'SIGKILL');`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(child, 'close');
    // The lock of the killed process is gone, and what was reserved before counts.
    expect(() => reserve(opened(), 'b', 91n)).toThrow(SpendingError);
  });
});
