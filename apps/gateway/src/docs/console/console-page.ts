import { SURFACE_PATHS } from '../../platform/surface-paths';
import type { ConsoleFiles } from './console-files';

/**
 * A page of the console: `content` is what a browser without JavaScript shows. `base` is the path under which clients
 * reach the gateway, without a slash at its end.
 */
export function consolePage(
  {
    script,
    styles,
    moreStyles,
    preloads,
  }: Pick<ConsoleFiles, 'script' | 'styles' | 'moreStyles' | 'preloads'>,
  base: string,
  content: string,
): string {
  const asset = (name: string) => `${base}${SURFACE_PATHS.console}/assets/${name}`;
  const links = preloads.map((name) => `<link rel="modulepreload" href="${asset(name)}">`);
  return `<!doctype html>
<html lang="en" data-base="${base}" data-styles="${asset(moreStyles)}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Chain Tool Gateway</title>
    <link rel="icon" type="image/png" href="${base}${SURFACE_PATHS.docs}/favicon-32x32.png">
    <link rel="stylesheet" href="${asset(styles)}">
    ${links.join('\n    ')}
    <script type="module" src="${asset(script)}"></script>
  </head>
  <body>
    <div id="app">
${content}
    </div>
  </body>
</html>
`;
}
