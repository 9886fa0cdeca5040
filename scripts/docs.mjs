// Writes the generated pages, .env.example, the README of the chart and dist/openapi.json from the code; `--check` only reports whether they are current.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withBenchTable } from './docs/bench-table.mjs';
import { chartPage } from './docs/chart-page.mjs';
import { clientTypes } from './docs/client-types.mjs';
import { configurationPage } from './docs/configuration-page.mjs';
import { envExample } from './docs/env-example.mjs';
import { policySchema, profileSchema } from './docs/file-schemas.mjs';
import { importRulesPage } from './docs/import-rules-page.mjs';
import { licencesPage } from './docs/licences-page.mjs';
import { PROPOSALS_FILE, proposalsText } from './docs/recorded-proposals.mjs';
import { RECORDED_FILE, recordedText } from './docs/recorded-answers.mjs';
import { pythonProfile, pythonTypes } from './docs/python-types.mjs';
import { servedDocument } from './docs/served-gateway.mjs';
import { signerInputs } from './docs/signer-inputs.mjs';
import { toolsPage } from './docs/tools-page.mjs';
import { writeApiDocument } from './setup/api-document.mjs';
import { giveUp, prepare, ROOT } from './setup.mjs';

await prepare();

const isCheck = process.argv.includes('--check');
/** Set for the second run, whose build has the answers of the first. */
const isAgain = process.argv.includes('--again');
const document = await servedDocument();
const recorded = {
  [RECORDED_FILE]: await recordedText(document),
  [PROPOSALS_FILE]: await proposalsText(document),
};
const isKept = ([name, text]) => text === readFileSync(path.join(ROOT, name), 'utf8');
const changed = Object.entries(recorded).filter((each) => !isKept(each));
if (!isCheck && changed.length > 0) {
  for (const [name, text] of changed) {
    if (isAgain) giveUp(`${name}: a second run has other answers: one of them is not stable.`);
    writeFileSync(path.join(ROOT, name), text);
    process.stdout.write(`written: ${name}\n`);
  }
  // The document has the answers as examples: again, with the new build.
  const { status } = spawnSync(process.execPath, [...process.argv.slice(1), '--again'], { stdio: 'inherit' });
  process.exit(status ?? 1);
}
writeApiDocument(document);
const pages = {
  ...recorded,
  'apps/signer/policy.schema.json': await policySchema(),
  'apps/signer/src/generated/tool-inputs.ts': await signerInputs(document),
  '.env.example': envExample(),
  'README.md': await withBenchTable(readFileSync(path.join(ROOT, 'README.md'), 'utf8')),
  'docs/reference/configuration.md': configurationPage(),
  'docs/reference/import-rules.md': importRulesPage(),
  'docs/reference/licences.md': licencesPage(),
  'docs/reference/tools.md': toolsPage(document),
  'libs/client/src/generated/tools.ts': await clientTypes(document),
  'libs/client/python/chain_tool_client/development.json': await pythonProfile(),
  'libs/client/python/chain_tool_client/tools.py': pythonTypes(document),
  'libs/networks/profiles/profile.schema.json': await profileSchema(),
  'helm/chain-tool-gateway/README.md': chartPage(),
};
const stale = [];
for (const [name, text] of Object.entries(pages)) {
  const file = path.join(ROOT, name);
  let before = '';
  try {
    before = readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  if (before === text) continue;
  stale.push(name);
  if (!isCheck) writeFileSync(file, text);
}
if (stale.length > 0 && isCheck) giveUp(`Not current: ${stale.join(', ')}. Run \`npm run docs\`.`);
process.stdout.write(stale.length > 0 ? `written: ${stale.join(', ')}\n` : 'the pages are current\n');
