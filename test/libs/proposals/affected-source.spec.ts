import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileSource, urlSource } from '@app/proposals';
import { closeServer, listenOnLoopback } from '../../harness/loopback-server';

describe('the source of an affected set', () => {
  it('the affected set in a file is read each time, and an error names a missing file', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'affected-')), 'set.json');
    const read = fileSource(file);
    await expect(read()).rejects.toThrow('the file cannot be read (ENOENT)');
    writeFileSync(file, 'first');
    expect(await read()).toBe('first');
    writeFileSync(file, 'second');
    expect(await read()).toBe('second');
  });

  describe('over HTTP', () => {
    let server: Server;
    let url: string;
    let status = 200;
    /** Where paths redirect to. */
    const redirects: Record<string, string> = {
      '/relative': 'set.json',
      '/twice': '/relative',
      '/circle': '/circle',
      '/file': 'file:///etc/passwd',
      '/nowhere': 'http://[',
      '/elsewhere': 'http://169.254.169.254/latest',
      '/port': 'http://127.0.0.1:1/',
    };
    const at = (path: string) => urlSource(new URL(path, url).href, 10_000)();
    beforeAll(async () => {
      server = createServer(({ url: path = '' }, response) => {
        const location = redirects[path];
        if (location !== undefined) response.writeHead(302, { location }).end('moved');
        else response.writeHead(status).end('{"hashes": []}');
      });
      url = `${await listenOnLoopback(server)}/set.json`;
    });
    afterAll(() => closeServer(server));

    it('the affected set over HTTP is the text of a 200 answer, else an error', async () => {
      expect(await urlSource(url, 10_000)()).toBe('{"hashes": []}');
      for (status of [404, 500, 204]) {
        await expect(urlSource(url, 10_000)()).rejects.toThrow(`the URL answered HTTP ${status}`);
      }
    });

    it('the affected set over HTTP is read through redirects', async () => {
      status = 200;
      expect(await at('/relative')).toBe('{"hashes": []}');
      expect(await at('/twice')).toBe('{"hashes": []}');
    });

    it.each([
      ['/circle', 'the URL redirects more than 5 times'],
      ['/file', 'the URL redirects from http:// to file://'],
      ['/nowhere', 'the URL redirects to no URL'],
      ['/elsewhere', 'the URL redirects to another host without https'],
      ['/port', 'the URL redirects to another host without https'],
    ])(
      'the affected set over HTTP is an error when %s redirects too often, to no http address, or by http to another host',
      async (path, message) => {
        await expect(at(path)).rejects.toThrow(message);
      },
    );

    it('the affected set over HTTP is an error when the server does not answer in time', async () => {
      const silent = createServer(() => undefined);
      const address = await listenOnLoopback(silent);
      await expect(urlSource(address, 50)()).rejects.toThrow('the URL cannot be reached');
      await closeServer(silent);
    });

    it('the affected set over HTTP is an error without the URL when the server does not answer', async () => {
      const gone = createServer();
      const address = await listenOnLoopback(gone);
      await closeServer(gone);
      await expect(urlSource(`${address}/set.json`, 10_000)()).rejects.toThrow(/^the URL cannot be reached$/);
    });
  });
});
