import { SURFACE_PATHS } from '../../platform/surface-paths';
import type { ConsoleFiles } from './console-files';

/** The page of the wallet window. It has a policy of its own. */
export function walletPage(
  { wallet, styles }: Pick<ConsoleFiles, 'wallet' | 'styles'>,
  base: string,
): string {
  const asset = (name: string) => `${base}${SURFACE_PATHS.console}/assets/${name}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Wallet · Chain Tool Gateway</title>
    <link rel="icon" type="image/png" href="${base}${SURFACE_PATHS.docs}/favicon-32x32.png">
    <link rel="stylesheet" href="${asset(styles)}">
    <script type="module" src="${asset(wallet)}"></script>
  </head>
  <body>
    <main>
      <h1>Wallet</h1>
      <section class="panel">
        <p id="wallet" role="status">Loading…</p>
      </section>
    </main>
  </body>
</html>
`;
}
