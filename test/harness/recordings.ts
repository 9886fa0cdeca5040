import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One recorded exchange with a real node: what was asked, and the body of its answer. */
export interface Recording {
  folder: string;
  api: string | undefined;
  path: string | null;
  params: Record<string, unknown>;
  status: number;
  body: unknown;
}

interface ManifestEntry extends Omit<Recording, 'folder' | 'body'> {
  file: string;
}

/** Recordings of others' nodes lie beside the repository, unless FIXTURES_DIR names another folder. */
const FOLDER = process.env.FIXTURES_DIR ?? path.resolve(__dirname, '../../../shared/fixtures');

/** Groups specs over the recordings. Where their folder is missing, Jest counts each of them as skipped. */
export function describeRecordings(title: string, specs: (recordings: Recording[]) => void): void {
  if (existsSync(FOLDER)) {
    describe(title, () => {
      specs(readRecordings(FOLDER));
    });
  } else {
    describe.skip(`${title}: skipped, the folder of recordings is missing (FIXTURES_DIR names it)`, () => {
      specs([]);
    });
  }
}

function readRecordings(root: string): Recording[] {
  const folders = readdirSync(root).filter((name) => existsSync(path.join(root, name, 'manifest.json')));
  return folders.flatMap((folder) =>
    readJson<ManifestEntry[]>(path.join(root, folder, 'manifest.json')).map(({ file, ...entry }) => ({
      ...entry,
      folder,
      params: entry.params ?? {},
      body: readJson<{ json: unknown }>(path.join(root, folder, file)).json,
    })),
  );
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

/** Every object inside a JSON value, the value itself included. */
export function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

/** Every string inside a JSON value. */
export function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (value !== null && typeof value === 'object') {
    for (const inner of Object.values(value)) yield* stringsIn(inner);
  }
}
