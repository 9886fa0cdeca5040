/** Beside the styles of Swagger UI, whose dark form `html.dark-mode` switches on. */
const PAGE_STYLES = `
  :root { color-scheme: light; }
  body { margin: 0; }
  html.dark-mode { color-scheme: dark; }
  html.dark-mode body { background: #1c2022; }
  nav { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; padding: .75rem 1.25rem; font: 15px system-ui, sans-serif; background: #14202e; color: #fff; }
  nav a { color: #9cc7f5; }
  .swagger-ui .opblock .opblock-summary-method { min-width: 6.5rem; }
  .swagger-ui .folded button { width: 100%; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: left; cursor: pointer; }
  .swagger-ui .folded td { padding-top: 6px; }
  .swagger-ui .nothing { padding: 1rem 0; }
`;

/** A page that shows one OpenAPI document in Swagger UI. The paths have no slash at their end. */
export interface ApiPage {
  readonly title: string;
  /** Path under which clients reach the program; empty at the root. Requests of the page go below it. */
  readonly base: string;
  /** Path of the files of the page (`apiPageFile`). */
  readonly files: string;
  /** Path of the OpenAPI document. */
  readonly document: string;
  /** Links to other pages, in the order of the page. */
  readonly links: readonly { readonly text: string; readonly href: string }[];
  /** Styles of this page alone. */
  readonly styles?: string;
  /** An example request for the operation at `path`, fetched from `url` when the page opens. */
  readonly freshExample?: { readonly path: string; readonly url: string };
}

/** The HTML of the page. It loads files of its own program only, and has no inline script. */
export function apiPage({ title, base, files, document, links, styles = '', freshExample }: ApiPage): string {
  const anchors = links.map(({ text, href }) => `<a href="${escaped(href)}">${escaped(text)}</a>`);
  const example =
    freshExample === undefined
      ? ''
      : ` data-example-path="${escaped(freshExample.path)}" data-example-url="${escaped(freshExample.url)}"`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)}: API</title>
    <link rel="icon" type="image/png" href="${files}/favicon-32x32.png">
    <link rel="stylesheet" href="${files}/swagger-ui.css">
    <style>${PAGE_STYLES}${styles}</style>
  </head>
  <body>
    <nav>
      <strong>${escaped(title)}</strong>
      ${anchors.join('\n      ')}
    </nav>
    <div id="swagger-ui" data-base="${base}" data-document="${document}"${example}></div>
    <script src="${files}/swagger-ui-bundle.js"></script>
    <script type="module" src="${files}/initializer.js"></script>
  </body>
</html>
`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
