// Container engines: docker, podman, or buildah, which needs no daemon.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { ensureProgram } from '../../scripts/setup/apt.mjs';

/** Runs a program. @returns its output @throws Error with what it has written */
export function run(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    ...options,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return (stdout ?? '').trim();
}

const works = (program, ...args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

const SHOWN = { stdio: ['ignore', 'inherit', 'inherit'] };
const PULL_NEVER = '--pull-never';

/** Docker and Podman have the same commands. */
const withCommands = (name) => ({
  name,
  hasImage: (image) => works(name, 'pull', image),
  isLocal: (image) => works(name, 'image', 'inspect', image),
  importFolder: (folder, image, env) => {
    const changes = Object.entries(env).flatMap(([key, value]) => ['--change', `ENV ${key}=${value}`]);
    run('sh', [
      '-c',
      'tar -C "$1" -c . | { shift; exec "$@"; }',
      'sh',
      folder,
      name,
      'import',
      ...changes,
      '-',
      image,
    ]);
  },
  build: (args) =>
    run(name, ['build', ...(name === 'podman' ? ['--format', 'docker'] : []), ...args, '.'], SHOWN),
  configOf: (image) => JSON.parse(run(name, ['image', 'inspect', image]))[0].Config,
  unpack: (image, folder) => {
    const id = run(name, ['create', image]);
    run('sh', ['-c', '"$1" export "$2" | tar -x --same-owner -p -C "$3"', 'sh', name, id, folder]);
    run(name, ['rm', id]);
  },
});

const BUILDAH = {
  name: 'buildah',
  hasImage: (image) => works('buildah', 'pull', image),
  isLocal: (image) => works('buildah', 'inspect', '--type', 'image', image),
  importFolder: (folder, image, env) => {
    const container = run('buildah', ['from', 'scratch']);
    run('buildah', ['copy', '--quiet', container, folder, '/']);
    const values = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
    run('buildah', ['config', ...values, container]);
    run('buildah', ['commit', '--quiet', '--rm', container, image]);
  },
  // The format of Docker has health checks.
  build: (args) =>
    run(
      'buildah',
      ['build', '--isolation', 'chroot', '--format', 'docker', PULL_NEVER, '--layers', ...args, '.'],
      SHOWN,
    ),
  configOf: (image) => JSON.parse(run('buildah', ['inspect', '--type', 'image', image])).Docker.config,
  unpack: (image, folder) => {
    const container = run('buildah', ['from', PULL_NEVER, image]);
    run('cp', ['-a', `${run('buildah', ['mount', container])}/.`, folder]);
    run('buildah', ['rm', container]);
  },
};

/** The engine of this machine; buildah is installed where there is none. Ends the script where it cannot be. */
export async function ensureEngine() {
  const found = ['docker', 'podman'].find((name) => works(name, 'info'));
  if (found !== undefined) return withCommands(found);
  await ensureProgram({
    commands: ['buildah'],
    packages: ['buildah'],
    purpose: 'The images are built by docker (with its daemon), podman or buildah',
  });
  return BUILDAH;
}

/** The root file system of an image in a new folder, owners and modes included. */
export function unpacked(engine, image, folder) {
  mkdirSync(folder, { recursive: true });
  engine.unpack(image, folder);
  return folder;
}
