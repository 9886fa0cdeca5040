// Prints the base images of the Dockerfile by their digests, a line `NAME=image@sha256:...` for each: all targets of one
// release are built from the same bytes. Asks their registries through docker.
import { baseArguments } from './base-arguments.mjs';
import { run } from '../release/run.mjs';

const images = baseArguments();
for (const name of ['BUILD_IMAGE', 'RUNTIME_IMAGE']) {
  const image = images[name];
  const ask = ['buildx', 'imagetools', 'inspect', '--format', '{{.Manifest.Digest}}', image];
  const pinned = image.includes('@') ? image : `${image}@${(await run('docker', ask)).trim()}`;
  process.stdout.write(`${name}=${pinned}\n`);
}
