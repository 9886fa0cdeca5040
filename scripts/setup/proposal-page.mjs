// Makes the page of the MCP App (apps/console/src/mcp-app): one HTML file with its script and styles, and a policy that
// allows these two and no connection.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { PAGE_OPTIONS } from './console.mjs';
import { DIST } from './paths.mjs';
import { replaceFile } from './replace-file.mjs';

const SOURCE = path.join('apps', 'console', 'src', 'mcp-app');
export const PROPOSAL_PAGE = path.join(DIST, 'mcp-app', 'proposal.html');

const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The gateway writes its version and its networks in place of `{}`: a script of this type is data. */
const pageOf = ({ script, styles }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(styles)}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'">
<meta name="viewport" content="width=device-width">
<title>Proposal</title>
<style>${styles}</style>
</head>
<body>
<div id="page"></div>
<script type="application/json" id="deployment">{}</script>
<script>${script}</script>
</body>
</html>
`;

/**
 * @param esbuild the package
 * @returns the files that the page contains, by their paths below the project
 */
export async function bundleProposalPage({ build }) {
  const { outputFiles, metafile } = await build({
    ...PAGE_OPTIONS,
    entryPoints: [path.join(SOURCE, 'main.tsx'), path.join(SOURCE, 'style.css')],
    outdir: path.dirname(PROPOSAL_PAGE),
    format: 'iife',
    write: false,
  });
  const textOf = (extension) => outputFiles.find(({ path: file }) => file.endsWith(extension)).text.trim();
  const parts = { script: textOf('.js'), styles: textOf('.css') };
  for (const [name, text] of Object.entries(parts))
    if (/<\/(?:script|style)|<!--/i.test(text)) throw new Error(`the ${name} would end early in the page`);
  replaceFile(PROPOSAL_PAGE, pageOf(parts));
  return Object.keys(metafile.inputs);
}
