import { API_PAGE_FILES, apiPageFile } from '@app/api-page';
import { type StaticFile, staticFile } from './static-file';

/** Every file of the Swagger page by its name, read when it is first asked for. */
export class SwaggerFiles {
  static readonly NAMES = [...API_PAGE_FILES];
  readonly #files = new Map<string, StaticFile>();

  /** @param name one of NAMES */
  file(name: string): StaticFile {
    const kept = this.#files.get(name);
    if (kept !== undefined) return kept;
    const found = apiPageFile(name);
    if (found === undefined) throw new Error(`${name} is no file of the page`);
    const file = staticFile(found.type, found.content);
    this.#files.set(name, file);
    return file;
  }
}
