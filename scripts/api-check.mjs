// `npm run api:check`: compares dist/openapi.json with the document of the last release. A breaking change needs a
// higher major version. `-- BASE REVISION` compares two other files.
import path from 'node:path';
import { compareApi } from './release/api-changes.mjs';
import { API_DOCUMENT, ensureApiDocument, ensureOasdiff, giveUp, ROOT } from './setup.mjs';

const [base = path.join(ROOT, 'docs', 'reference', 'released-openapi.json'), revision = API_DOCUMENT] =
  process.argv.slice(2);
if (revision === API_DOCUMENT) await ensureApiDocument();

try {
  const { changes, isAllowed } = await compareApi(await ensureOasdiff(), base, revision);
  if (!isAllowed)
    giveUp(`${changes.join('\n')}\n${changes.length} breaking changes need a higher major version.`);
  process.stdout.write(`${changes.length} breaking changes\n`);
} catch (error) {
  giveUp(`The API documents could not be compared: ${error.message}`);
}
