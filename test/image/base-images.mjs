// The base images of the Dockerfile: from their registries, or made of Debian packages where those are out of reach.
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ensureProgram } from '../../scripts/setup/apt.mjs';
import { CACHE } from '../../scripts/setup/paths.mjs';
import { step } from '../../scripts/setup/terminal.mjs';
import { run } from './engine.mjs';

const SUITE = 'bookworm';
/** Packages of the runtime image that the programs need. */
const RUNTIME_PACKAGES = ['base-files', 'libc6', 'libgcc-s1', 'libstdc++6'];
const USER = 'nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n';
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';

/** @returns { BUILD_IMAGE, RUNTIME_IMAGE } for the build, and whether they are those of the Dockerfile */
export async function baseImages(engine, { BUILD_IMAGE, RUNTIME_IMAGE }) {
  if ([BUILD_IMAGE, RUNTIME_IMAGE].every((image) => engine.hasImage(image)))
    return { images: { BUILD_IMAGE, RUNTIME_IMAGE }, isStandIn: false };
  await ensureProgram({
    commands: ['debootstrap'],
    packages: ['debootstrap', 'debian-archive-keyring'],
    purpose: 'Without the registries of the base images, these are made by debootstrap, which is needed',
  });
  const system = path.join(CACHE, 'tools', `debian-${SUITE}`);
  if (!existsSync(system)) await step(`Making Debian ${SUITE} (once)`, () => makeSystem(system));
  const images = {
    BUILD_IMAGE: `localhost/stand-in-build:${process.version}`,
    RUNTIME_IMAGE: `localhost/stand-in-runtime:${SUITE}`,
  };
  if (!engine.isLocal(images.BUILD_IMAGE)) {
    addNode(system);
    engine.importFolder(system, images.BUILD_IMAGE, {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      NODE_EXTRA_CA_CERTS: AUTHORITIES,
    });
  }
  if (!engine.isLocal(images.RUNTIME_IMAGE)) {
    const runtime = `${system}-runtime`;
    makeRuntime(system, runtime);
    engine.importFolder(runtime, images.RUNTIME_IMAGE, { PATH: '/usr/local/bin:/usr/bin:/bin' });
  }
  return { images, isStandIn: true };
}

function makeSystem(folder) {
  const unfinished = `${folder}.unfinished`;
  run('rm', ['-rf', unfinished]);
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', SUITE, unfinished]);
  run('mv', [unfinished, folder]);
}

/** The Node and the npm that run this script, and the certificate authorities of this machine, which npm needs. */
function addNode(system) {
  copyFileSync(process.execPath, path.join(system, 'usr/local/bin/node'));
  if (existsSync(AUTHORITIES)) copyFileSync(AUTHORITIES, path.join(system, AUTHORITIES));
  const npm = path.resolve(process.env.npm_execpath, '..', '..');
  const home = path.join(system, 'usr/local/lib/node_modules');
  mkdirSync(home, { recursive: true });
  run('cp', ['-RLT', npm, path.join(home, 'npm')]);
  run('ln', ['-sf', '../lib/node_modules/npm/bin/npm-cli.js', path.join(system, 'usr/local/bin/npm')]);
}

/** The files of some packages alone: no shell, no package manager. */
function makeRuntime(system, folder) {
  run('rm', ['-rf', folder]);
  for (const name of ['bin', 'lib', 'lib64', 'sbin']) {
    mkdirSync(path.join(folder, 'usr', name), { recursive: true });
    symlinkSync(`usr/${name}`, path.join(folder, name));
  }
  const info = path.join(system, 'var/lib/dpkg/info');
  for (const name of RUNTIME_PACKAGES) {
    const list = [name, `${name}:${run('dpkg', ['--print-architecture'])}`]
      .map((each) => path.join(info, `${each}.list`))
      .find(existsSync);
    for (const file of readFileSync(list, 'utf8').split('\n').slice(1)) copyEntry(system, folder, file);
  }
  writeFileSync(path.join(folder, 'etc/passwd'), `root:x:0:0:root:/root:/sbin/nologin\n${USER}`);
  writeFileSync(path.join(folder, 'etc/group'), 'root:x:0:\nnonroot:x:65532:\n');
}

function copyEntry(system, folder, file) {
  const [from, to] = [path.join(system, file), path.join(folder, file)];
  if (file === '' || existsSync(to) || !existsSync(from)) return;
  if (lstatSync(from).isDirectory()) mkdirSync(to, { recursive: true });
  else run('cp', ['-a', from, to]);
}
