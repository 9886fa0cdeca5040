import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileSource, urlSource } from '@app/proposals';

describe('where an affected set is published', () => {
  it('is a file that is read anew each time, and named when it is not there', async () => {
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
    beforeAll(async () => {
      server = createServer((_request, response) => response.writeHead(status).end('{"hashes": []}'));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/set.json`;
    });
    afterAll(() => server.listening && server.close());

    it('is its text, and an error with any status but 200', async () => {
      expect(await urlSource(url)()).toBe('{"hashes": []}');
      for (status of [404, 500, 301, 204]) {
        await expect(urlSource(url)()).rejects.toThrow(`the URL answered HTTP ${status}`);
      }
    });

    it('is an error without the URL in it when nobody answers', async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await expect(urlSource(url)()).rejects.toThrow(/^the URL cannot be reached$/);
    });
  });
});
