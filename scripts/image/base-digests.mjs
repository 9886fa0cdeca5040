// Prints the base images of the Dockerfile by their digests, a line `NAME=image@sha256:...` for each: all targets of one
// release are built from the same bytes. Asks their registries through docker.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../setup/paths.mjs';
import { readDockerfile } from './dockerfile.mjs';
import { run } from './engine.mjs';

const { globals } = readDockerfile(readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8'));
for (const name of ['BUILD_IMAGE', 'RUNTIME_IMAGE']) {
  const image = globals[name];
  const ask = ['buildx', 'imagetools', 'inspect', '--format', '{{.Manifest.Digest}}', image];
  const pinned = image.includes('@') ? image : `${image}@${run('docker', ask)}`;
  process.stdout.write(`${name}=${pinned}\n`);
}
