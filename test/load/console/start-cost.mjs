// Time and space of a start with the console and without it.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { freshProduct } from '../../../scripts/setup/fresh-product.mjs';
import { ROOT } from '../../../scripts/setup.mjs';

/** Packages that no other program needs. */
const PACKAGES = ['preact', '@preact', 'uqr'];
const BUNDLE = `
  const { createRequire } = await import('node:module');
  const { bundleConsole } = await import('./scripts/setup/console.mjs');
  const esbuild = createRequire(import.meta.url)(process.argv[1]);
  const startedAt = performance.now();
  await bundleConsole(esbuild);
  process.stdout.write(String(performance.now() - startedAt));
`;

const kilobytes = (folder) =>
  Number(execFileSync('du', ['-sk', folder], { cwd: ROOT, encoding: 'utf8' }).split('\t')[0]);

/** Milliseconds of the bundler in a process of its own. */
const bundleMs = () =>
  Number(
    execFileSync(
      process.execPath,
      ['--input-type=module', '-e', BUNDLE, path.join(ROOT, 'node_modules', 'esbuild')],
      { cwd: ROOT, encoding: 'utf8' },
    ),
  );

async function readyMs(CONSOLE) {
  const product = await freshProduct({ CONSOLE });
  await product.stop();
  return product.readyMs;
}

/** The smallest of the rounds of each, interleaved: other processes on the machine only add to it. */
export async function startCost(rounds) {
  const samples = { on: [], off: [], bundle: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const setting of ['on', 'off']) samples[setting].push(await readyMs(setting));
    samples.bundle.push(bundleMs());
  }
  const [on, off, bundle] = [samples.on, samples.off, samples.bundle].map((each) =>
    Math.round(Math.min(...each)),
  );
  const packages = PACKAGES.map((name) => kilobytes(path.join('node_modules', name)));
  const built = kilobytes(path.join('dist', 'console'));
  return {
    ready_ms: { on, off },
    bundle_ms: bundle,
    first_start_longer_ms: on - off + bundle,
    built_kb: built,
    first_start_more_kb: built + packages.reduce((sum, each) => sum + each, 0),
  };
}
