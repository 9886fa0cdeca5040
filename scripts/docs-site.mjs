// `npm run docs:site -- [folder] [--source-url URL]`: writes the guide for any host that serves files. With the URL of the
// repository's files (with a slash at its end) links to sources lead there; without it they are text.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { guideContents, writeGuide } from './setup/guide.mjs';
import { guideTools } from './setup/build.mjs';
import { prepare, ROOT } from './setup.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'source-url': { type: 'string' } },
});
await prepare();
const folder = path.resolve(positionals[0] ?? path.join(ROOT, 'dist', 'site'));
const { contents } = await guideContents(guideTools(), values['source-url']);
writeGuide(contents, folder);
process.stdout.write(`${contents.size} files in ${folder}\n`);
