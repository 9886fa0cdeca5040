import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..', '..');
/** Files beside a program that the Dockerfile copies from elsewhere. */
const COPIED = ['package-lock.json'];

const contents = JSON.parse(readFileSync(path.join(ROOT, 'docker', 'contents.json'), 'utf8')) as Record<
  string,
  string[]
>;

/** Those of the folder alone: what lies below it differs between platforms, and the build of the image compares it. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

describe('docker/contents.json', () => {
  it.each(['gateway', 'devchain', 'history'])(
    'the list of the image of %s has the files of its program',
    (app) => {
      const listed = contents[app]!.filter((file) => path.posix.dirname(file) === '/app').map((file) =>
        path.posix.basename(file),
      );
      expect(listed.sort()).toEqual([...filesIn(path.join(ROOT, 'dist', app)), ...COPIED].sort());
    },
  );
});
