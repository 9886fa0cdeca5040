// Compiles what `npm test` compiles once, for a machine that does something else meanwhile.
import { canInstallHelm, canInstallOasdiff, ensureHelm, ensureInstalled, ensureOasdiff } from './setup.mjs';

await ensureInstalled('all');
if (canInstallHelm()) await ensureHelm();
if (canInstallOasdiff()) await ensureOasdiff();
