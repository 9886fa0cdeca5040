import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileAbove, StartupError } from '@app/program';
import { type StaticFile, staticFile } from '../static-file';

const MANIFEST = path.join('dist', 'console', 'manifest.json');

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** As the build writes it: scripts/setup/console.mjs. */
interface Manifest {
  readonly script: string;
  readonly styles: string;
  readonly moreStyles: string;
  readonly wallet: string;
  readonly files: Readonly<Record<string, { readonly imports: readonly string[] }>>;
}

/** The built files of the console, in memory: a build beside the running gateway changes nothing of it. */
export class ConsoleFiles {
  /** Names of the module and of the styles that every page loads. */
  readonly script: string;
  readonly styles: string;
  /** Name of the styles of all views but the first one. */
  readonly moreStyles: string;
  /** Name of the module of the wallet window. */
  readonly wallet: string;
  /** Modules that the first one imports: a page names them, so they are loaded at the same time. */
  readonly preloads: readonly string[];
  readonly #files: ReadonlyMap<string, StaticFile>;

  /** @throws StartupError when the console is not built */
  constructor() {
    const file = fileAbove(__dirname, MANIFEST);
    if (file === undefined) {
      throw new StartupError(`${MANIFEST} is not there: run npm run build, or set CONSOLE=off`);
    }
    const { script, styles, moreStyles, wallet, files } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    this.script = script;
    this.styles = styles;
    this.moreStyles = moreStyles;
    this.wallet = wallet;
    this.preloads = files[script]?.imports ?? [];
    const folder = path.dirname(file);
    this.#files = new Map(Object.keys(files).map((name) => [name, builtFile(path.join(folder, name))]));
  }

  /** Undefined for a name that the build has not written. */
  file(name: string): StaticFile | undefined {
    return this.#files.get(name);
  }
}

function builtFile(file: string): StaticFile {
  const type = TYPES[path.extname(file)];
  if (type === undefined) throw new StartupError(`${file} has an unknown type`);
  return {
    ...staticFile(type, readFileSync(file), readFileSync(`${file}.gz`)),
    brotli: readFileSync(`${file}.br`),
    isImmutable: true,
  };
}
