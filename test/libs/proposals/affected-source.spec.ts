import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileSource, urlSource } from '@app/proposals';

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
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/set.json`;
    });
    afterAll(() => server.listening && server.close());

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
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      const { port } = silent.address() as AddressInfo;
      await expect(urlSource(`http://127.0.0.1:${port}`, 50)()).rejects.toThrow('the URL cannot be reached');
      silent.closeAllConnections();
      await new Promise((resolve) => silent.close(resolve));
    });

    it('the affected set over HTTP is an error without the URL when the server does not answer', async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await expect(urlSource(url, 10_000)()).rejects.toThrow(/^the URL cannot be reached$/);
    });
  });
});
