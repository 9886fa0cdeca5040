// Installs and compiles what the test commands install and compile once, for a machine that does something else meanwhile.
// It needs no package of the project: it can begin before they are installed.
import { ensureExamplePrograms, examplesPython } from './setup/example-tools.mjs';
import { PYTHON_BUILD, pythonWith } from './setup/python-environment.mjs';
import {
  canInstallChdb,
  canInstallHelm,
  canInstallKeychain,
  canInstallOasdiff,
  ensureChdb,
  ensureClickhouseCluster,
  ensureHaproxy,
  ensureHelm,
  ensureKeychain,
  ensureOasdiff,
  ensurePostgres,
  ensurePrometheus,
  ensureRedis,
} from './setup.mjs';
import { ensureChromium } from './setup/chromium.mjs';

async function compileTools() {
  if (canInstallHelm()) await ensureHelm();
  if (canInstallOasdiff()) await ensureOasdiff();
}

async function downloadTools() {
  await ensureChromium('The browser tests');
  if (canInstallKeychain()) await ensureKeychain();
  await ensureRedis();
  await ensurePostgres();
  await ensureHaproxy();
  await ensurePrometheus();
  if (canInstallChdb()) await ensureChdb();
  await ensureClickhouseCluster();
  await examplesPython();
  await pythonWith(...PYTHON_BUILD);
}

await ensureExamplePrograms();
await Promise.all([compileTools(), downloadTools()]);
