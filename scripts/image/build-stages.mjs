// Performs the instructions of the Dockerfile, each stage in a folder of its own. Base images are empty folders, except
// for `node:`, which has the Node that runs this script.
import { spawnSync } from 'node:child_process';
import { chownSync, copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../setup.mjs';
import { contextFilter } from './build-context.mjs';
import { expanded, pairsOf } from './dockerfile.mjs';

const NODE = '/usr/local/bin/node';
const isInContext = contextFilter(path.join(ROOT, '.dockerignore'));

function baseOf(image, folder) {
  mkdirSync(folder, { recursive: true });
  if (!image.startsWith('node:')) return;
  mkdirSync(path.join(folder, path.dirname(NODE)), { recursive: true });
  copyFileSync(process.execPath, path.join(folder, NODE));
}

/** Copies one file or the content of one folder, as COPY does. */
function copyOne(source, target, filter) {
  if (!existsSync(source)) throw new Error(`COPY: there is no ${source}`);
  const isFile = statSync(source).isFile();
  const to = isFile && target.endsWith('/') ? path.join(target, path.basename(source)) : target;
  mkdirSync(path.dirname(to), { recursive: true });
  cpSync(source, to, { recursive: true, verbatimSymlinks: true, filter });
}

const isOfContext = (source) => {
  const file = path.relative(ROOT, source).split(path.sep).join('/');
  return statSync(source).isDirectory() || isInContext(file);
};

/** Gives a copy its owner, `uid:gid`. Only root can. */
function chown(target, owner) {
  if (process.getuid?.() !== 0) return;
  const below = statSync(target).isDirectory() ? readdirSync(target, { recursive: true }) : [];
  const [uid, gid] = owner.split(':').map(Number);
  for (const file of ['', ...below]) chownSync(path.join(target, file), uid, gid);
}

function copy(stage, rest, folderOf) {
  const [, from, owner, paths] = /^(?:--from=(\S+) )?(?:--chown=(\S+) )?(.*)$/.exec(rest);
  const sources = paths.split(' ');
  const target = sources.pop();
  const to = path.join(stage.folder, path.resolve(stage.workdir, target)) + (target.endsWith('/') ? '/' : '');
  for (const source of sources) {
    if (from !== undefined) copyOne(path.join(folderOf(from), source), to);
    else if (isInContext(source) || statSync(path.join(ROOT, source)).isDirectory())
      copyOne(path.join(ROOT, source), to, isOfContext);
    else throw new Error(`COPY: ${source} is excluded by .dockerignore`);
  }
  if (owner !== undefined) chown(to, owner);
}

function run(stage, command) {
  const { status } = spawnSync('nice', ['sh', '-c', command], {
    cwd: path.join(stage.folder, stage.workdir),
    env: {
      PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
      HOME: process.env.HOME,
      ...stage.env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`RUN ${command}: exit code ${status}`);
}

const PERFORM = {
  ARG: (stage, rest) => Object.assign(stage.args, pairsOf(rest)),
  COPY: (stage, rest, folderOf) => copy(stage, rest, folderOf),
  ENTRYPOINT: (stage, rest) => (stage.entrypoint = JSON.parse(rest)),
  ENV: (stage, rest) => Object.assign(stage.env, pairsOf(rest)),
  EXPOSE: () => undefined,
  HEALTHCHECK: (stage, rest) => (stage.healthcheck = JSON.parse(rest.slice(rest.indexOf('[')))),
  LABEL: (stage, rest) => Object.assign(stage.labels, pairsOf(rest)),
  RUN: (stage, rest) => run(stage, rest),
  USER: (stage, rest) => (stage.user = rest),
  VOLUME: (stage, rest) => (stage.volumes = JSON.parse(rest)),
  WORKDIR: (stage, rest) => {
    stage.workdir = rest;
    mkdirSync(path.join(stage.folder, rest), { recursive: true });
  },
};

/** @returns the stages by name: folder, workdir, env, user, entrypoint, healthcheck, labels, volumes */
export function buildStages({ globals, stages }, root) {
  const built = new Map();
  for (const { name, base, instructions } of stages) {
    const folder = path.join(root, name);
    const parent = built.get(base);
    if (parent === undefined) baseOf(expanded(base, globals), folder);
    else cpSync(parent.folder, folder, { recursive: true, verbatimSymlinks: true });
    const { args = {}, env = {}, labels = {}, workdir = '/', user = '0' } = structuredClone(parent ?? {});
    const stage = { folder, args, env, labels, workdir, user };
    const folderOf = (other) => built.get(other).folder;
    for (const { keyword, rest } of instructions)
      PERFORM[keyword](stage, expanded(rest, { ...globals, ...stage.args }), folderOf);
    built.set(name, stage);
  }
  return built;
}
