import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { toolPath } from '@app/tooling';
import { SURFACE_PATHS } from '../platform/surface-paths';
import { type StaticFile, staticFile } from './static-file';

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** Files of swagger-ui-dist that the page loads, with their types. Its maps and package files are not served. */
const OF_SWAGGER_UI: Readonly<Record<string, string>> = {
  'swagger-ui.css': STYLE,
  'swagger-ui-bundle.js': SCRIPT,
  'favicon-32x32.png': 'image/png',
};

/** Every file of the Swagger page by its name, read when it is first asked for. */
export class SwaggerFiles {
  static readonly NAMES = [...Object.keys(OF_SWAGGER_UI), 'initializer.js'];
  readonly #files = new Map<string, StaticFile>();

  file(name: string): StaticFile {
    const kept = this.#files.get(name);
    if (kept !== undefined) return kept;
    const type = OF_SWAGGER_UI[name];
    const file =
      type === undefined
        ? staticFile(SCRIPT, INITIALIZER)
        : staticFile(type, readFileSync(path.join(uiFolder(), name)));
    this.#files.set(name, file);
    return file;
  }
}

/** Swagger UI comes with @nestjs/swagger. */
function uiFolder(): string {
  const nestSwagger = createRequire(require.resolve('@nestjs/swagger'));
  return path.dirname(nestSwagger.resolve('swagger-ui-dist/package.json'));
}

/** Starts Swagger UI. The browser knows the public origin of the page, so requests go there. */
const INITIALIZER = `const root = document.getElementById('swagger-ui');
const base = root.dataset.base;
const spec = await (await fetch(base + '${SURFACE_PATHS.docs}/openapi.json')).json();
spec.servers = [{ url: location.origin + base, description: 'This gateway' }];
const signed = await fetch(base + '${SURFACE_PATHS.docs}/signed-example.json');
const push = spec.paths['${toolPath('push_transaction')}'];
if (signed.ok && push) {
  const value = await signed.json();
  push.post.requestBody.content['application/json'].examples = { 'signed just now': { value } };
}
SwaggerUIBundle({
  spec,
  domNode: root,
  deepLinking: true,
  docExpansion: 'list',
  tryItOutEnabled: true,
  displayRequestDuration: true,
  filter: true,
  defaultModelsExpandDepth: -1,
  syntaxHighlight: { theme: 'nord' },
});
`;
