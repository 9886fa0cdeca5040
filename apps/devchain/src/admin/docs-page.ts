import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export interface Page {
  readonly type: string;
  readonly content: string;
}

const FILES: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
]);

const HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Development chain: admin API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/devchain/docs/swagger-ui.css">
  </head>
  <body>
    <div id="ui"></div>
    <script src="/devchain/docs/swagger-ui-bundle.js"></script>
    <script>
      SwaggerUIBundle({ url: '/devchain/openapi.json', dom_id: '#ui', tryItOutEnabled: true });
    </script>
  </body>
</html>
`;

/** The Swagger page, or one of its files by name; it works without the internet. */
export function docsPage(file: string): Page | undefined {
  if (file === '') return { type: 'text/html; charset=utf-8', content: HTML };
  const type = FILES.get(file);
  return type === undefined
    ? undefined
    : { type, content: readFileSync(path.join(uiFolder(), file), 'utf8') };
}

/** Swagger UI is what @nestjs/swagger brings along. */
function uiFolder(): string {
  const nestSwagger = createRequire(require.resolve('@nestjs/swagger'));
  return path.dirname(nestSwagger.resolve('swagger-ui-dist/package.json'));
}
