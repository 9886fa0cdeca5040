import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';

/** Adds the size of the file system with the SQLite files, and the bytes of it that this process may still write. */
export function collectDisk(registry: Registry, folder: string): void {
  new Gauge({
    name: 'history_disk_bytes',
    help: 'Size of the file system with the SQLite files',
    registers: [registry],
    async collect() {
      const { bsize, blocks } = await statfs(folder);
      this.set(bsize * blocks);
    },
  });
  new Gauge({
    name: 'history_disk_free_bytes',
    help: 'Bytes of the file system with the SQLite files that this process may still write',
    registers: [registry],
    async collect() {
      const { bsize, bavail } = await statfs(folder);
      this.set(bsize * bavail);
    },
  });
}
