import { once } from 'node:events';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { RefusedArchiveError, UnavailableArchiveError } from './archive-errors';
import { PACE, readArchiveFile } from './archive-files';

const NEVER = new AbortController().signal;

describe('files of an archive in a folder', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'archive files ä#%-'));
  const url = pathToFileURL(folder).href;
  writeFileSync(path.join(folder, 'a'), 'content');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('a file is read as a whole, in a folder of any name', async () => {
    expect(Buffer.from(await readArchiveFile(url, 'a', 7, PACE.segment, NEVER)).toString()).toBe('content');
  });

  it('a file with more bytes than the limit is refused, one that is missing is not there now', async () => {
    await expect(readArchiveFile(url, 'a', 6, PACE.segment, NEVER)).rejects.toThrow(RefusedArchiveError);
    await expect(readArchiveFile(url, 'b', 6, PACE.segment, NEVER)).rejects.toThrow(UnavailableArchiveError);
    await expect(readArchiveFile(`${url}/..`, '', 6, PACE.segment, NEVER)).rejects.toThrow(
      UnavailableArchiveError,
    );
  });
});

describe('files of a folder that are no regular files', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'archive-files-'));
  const url = pathToFileURL(folder).href;
  writeFileSync(path.join(folder, 'file'), 'secret');
  symlinkSync('file', path.join(folder, 'link'));
  spawnSync('mkfifo', [path.join(folder, 'pipe')]);
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['link', 'pipe'])('a %s is not read', async (name) => {
    await expect(readArchiveFile(url, name, 100, PACE.segment, NEVER)).rejects.toThrow(
      UnavailableArchiveError,
    );
  });
});

describe('files of an archive at an HTTP host', () => {
  let server: Server;
  let url: string;
  let answer: RequestListener;
  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/archive`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('a file is read as a whole', async () => {
    answer = ({ url: asked }, response) => response.end(asked);
    expect(Buffer.from(await readArchiveFile(url, 'a', 100, PACE.segment, NEVER)).toString()).toBe(
      '/archive/a',
    );
  });

  it.each<[string, RequestListener, string]>([
    ['404', (_, response) => response.writeHead(404).end(), 'is answered 404'],
    [
      'a redirect',
      (_, response) => response.writeHead(302, { location: 'http://other.example.org' }).end(),
      'is answered 302, a redirect to http://other.example.org',
    ],
    [
      'fewer bytes than it says',
      (_, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('half');
        setImmediate(() => response.destroy());
      },
      'cannot be read',
    ],
    ['nothing', (_, response) => response.destroy(), 'cannot be read'],
  ])('a host that answers %s is asked again later', async (_, listener, reason) => {
    answer = listener;
    const reading = readArchiveFile(url, 'a', 1000, PACE.segment, NEVER);
    await expect(reading).rejects.toThrow(UnavailableArchiveError);
    await expect(reading).rejects.toThrow(reason);
  });

  it('an answer without an end is refused at the limit', async () => {
    let isClosed = false;
    answer = (_, response) => {
      const write = (): void => {
        if (!response.destroyed) response.write(Buffer.alloc(65_536), write);
      };
      response.on('close', () => (isClosed = true));
      write();
    };
    await expect(readArchiveFile(url, 'a', 1_000_000, PACE.segment, NEVER)).rejects.toThrow(
      'more than 1000000 bytes',
    );
    while (!isClosed) await new Promise(setImmediate);
  });

  it('a signal ends a read that is waiting', async () => {
    const stopping = new AbortController();
    answer = () => stopping.abort();
    await expect(readArchiveFile(url, 'a', 10, PACE.segment, stopping.signal)).rejects.toThrow(
      UnavailableArchiveError,
    );
  });

  it.each([
    ['the whole file', { everyMs: 50, leastBytes: Infinity }],
    ['enough of it', { everyMs: 50, leastBytes: 1000 }],
  ])('a host that sends a byte now and then, and not %s in time, is given up', async (_, pace) => {
    answer = (_request, response) => {
      const timer = setInterval(() => response.write('a'), 5);
      response.on('close', () => clearInterval(timer));
    };
    const reading = readArchiveFile(url, 'a', 1_000_000, pace, NEVER);
    await expect(reading).rejects.toThrow('the host is too slow');
    await expect(reading).rejects.toThrow(UnavailableArchiveError);
  });

  it('an error shows neither user, password nor query of a URL', async () => {
    answer = (_, response) =>
      response.writeHead(302, { location: 'http://me:secret@other.example.org/a?secret' }).end();
    const reading = readArchiveFile(url.replace('://', '://me:secret@'), 'a', 10, PACE.segment, NEVER);
    await expect(reading).rejects.toThrow(
      `${url}/a is answered 302, a redirect to http://other.example.org/a`,
    );
    await expect(reading).rejects.not.toThrow('secret');
  });
});
