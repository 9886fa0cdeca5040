import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The entry of a package in a lock file. */
export interface Published {
  readonly version: string;
  readonly integrity: string;
}

interface Package extends Published {
  readonly name: string;
  readonly tarball: Buffer;
}

/** A package registry on this machine. */
export class Registry {
  readonly requests: string[] = [];
  readonly #published: Package[] = [];
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'registry-'));
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.requests.push(request.url ?? '');
      const found = this.#published.find(({ name, version }) => request.url === tarballPath(name, version));
      if (found !== undefined) return response.end(found.tarball);
      const name = (request.url ?? '').slice(1);
      const versions = this.#published.filter((one) => one.name === name);
      if (versions.length === 0) return response.writeHead(404).end('{}');
      response.setHeader('Content-Type', 'application/json');
      return response.end(JSON.stringify(this.#manifest(name, versions)));
    });
  }

  static async start(): Promise<Registry> {
    const registry = new Registry();
    await new Promise<void>((resolve) => registry.#server.listen(0, '127.0.0.1', resolve));
    return registry;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /**
   * The entry of the package in a lock file.
   * @param files their contents by name, besides package.json
   */
  publish(name: string, version: string, files: Readonly<Record<string, string>> = {}): Published {
    const source = path.join(this.#folder, 'package');
    rmSync(source, { recursive: true, force: true });
    mkdirSync(source, { recursive: true });
    const contents = { 'package.json': JSON.stringify({ name, version }), ...files };
    for (const [file, text] of Object.entries(contents)) writeFileSync(path.join(source, file), text);
    const file = path.join(this.#folder, `${name}-${version}.tgz`);
    spawnSync('tar', ['-czf', file, '-C', this.#folder, 'package']);
    const tarball = readFileSync(file);
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    this.#published.push({ name, version, integrity, tarball });
    return { version, integrity };
  }

  close(): Promise<void> {
    rmSync(this.#folder, { recursive: true });
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #manifest(name: string, published: readonly Package[]): object {
    return {
      name,
      'dist-tags': { latest: published.at(-1)?.version },
      versions: Object.fromEntries(
        published.map(({ version, integrity }) => [
          version,
          { name, version, dist: { integrity, tarball: `${this.url}${tarballPath(name, version)}` } },
        ]),
      ),
    };
  }
}

const tarballPath = (name: string, version: string) => `/${name}/-/${name}-${version}.tgz`;
