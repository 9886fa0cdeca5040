// `npm run image:build`: builds every target of the Dockerfile with a real engine, looks at its files, and starts it from
// its root file system: as its user, read-only. As root on Linux; buildah is installed where there is no engine.
import path from 'node:path';
import { baseArguments } from '../../scripts/image/base-arguments.mjs';
import { baseImages } from './base-images.mjs';
import { checkFiles } from './check-files.mjs';
import { checkTargets } from './check-targets.mjs';
import { cleanFolder } from './clean-folder.mjs';
import { canSeparate } from './container.mjs';
import { ensureEngine, unpacked } from './engine.mjs';
import { giveUp, ROOT } from '../../scripts/setup.mjs';

const TARGETS = ['gateway', 'devchain', 'history'];
const say = (line) => process.stdout.write(`${line}\n`);

if (!canSeparate())
  giveUp('image:build starts root file systems, which needs root on Linux: sudo npm run image:build');
process.chdir(ROOT);
const engine = await ensureEngine();
try {
  const { images, isStandIn } = await baseImages(engine, baseArguments());
  say(
    `engine: ${engine.name}; base images: ${isStandIn ? 'made of Debian packages' : Object.values(images).join(', ')}`,
  );
  const folder = cleanFolder('image-build-');
  const base = unpacked(engine, images.RUNTIME_IMAGE, path.join(folder, 'base'));
  const args = Object.entries(images).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
  const stages = new Map();
  for (const target of TARGETS) {
    const image = `localhost/chain-tool-gateway-${target}:built`;
    engine.build([...args, '--target', target, '--tag', image]);
    const { User, Env, Entrypoint, Healthcheck, Volumes, WorkingDir } = engine.configOf(image);
    const stage = {
      folder: unpacked(engine, image, path.join(folder, target)),
      user: User,
      env: Object.fromEntries(Env.map((text) => /^([^=]*)=(.*)$/s.exec(text).slice(1))),
      entrypoint: Entrypoint,
      healthcheck: Healthcheck.Test.slice(1),
      volumes: Object.keys(Volumes ?? {}),
      workdir: WorkingDir,
    };
    for (const line of checkFiles(target, stage, base)) say(line);
    stages.set(target, stage);
  }
  for await (const line of checkTargets(stages)) say(line);
} catch (error) {
  giveUp(`image:build failed: ${error.message}`);
}
say('image:build passed');
