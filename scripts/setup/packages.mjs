import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { install } from './npm.mjs';
import { CACHE, MODULES, ROOT } from './paths.mjs';
import { replacePackages } from './replace-packages.mjs';
import { giveUp } from './terminal.mjs';
import { isTrimmed, trim } from './trim.mjs';

/** Written by npm when an install is complete. */
const NOTED = path.join(MODULES, '.package-lock.json');
/** Exists while npm runs. After an interrupted install the packages are not reliable. */
const UNFINISHED = path.join(CACHE, 'install.unfinished');

const readPackages = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {});

/** The packages of the lock file and those npm recorded after the last complete install, both by folder. */
function facts() {
  return {
    locked: readPackages(path.join(ROOT, 'package-lock.json')),
    installed: readPackages(NOTED),
  };
}

const PRODUCTION = ({ dev, optional, devOptional }) => !dev && !optional && !devOptional;
const ALL = ({ optional }) => !optional;

/** Compares names, versions and hashes, never times: a touched lock file changes nothing. */
function isComplete(isWanted) {
  const { locked, installed } = facts();
  return Object.entries(locked).every(([folder, { version, integrity, ...flags }]) => {
    const there = installed[folder];
    if (folder === '' || (there === undefined && !isWanted(flags))) return true;
    const isNoted = there?.version === version && there.integrity === integrity;
    return isNoted && existsSync(path.join(ROOT, folder));
  });
}

const hasDevelopmentPackages = () => {
  const { locked, installed } = facts();
  return Object.keys(installed).some((folder) => locked[folder]?.dev);
};

/** @param which 'production': packages to run the product; 'all': also those of tests and checks. */
export const arePackagesInstalled = (which) =>
  !existsSync(UNFINISHED) && (which === 'all' ? !isTrimmed() && isComplete(ALL) : isComplete(PRODUCTION));

/** @param which as above. `title` describes the step; `work` performs it. */
export function packageInstallation(which) {
  const isAll = which === 'all' || hasDevelopmentPackages();
  const isWanted = isAll ? ALL : PRODUCTION;
  const wanted = Object.entries(facts().locked).filter(([folder, flags]) => folder !== '' && isWanted(flags));
  return {
    title: `${wanted.length} packages`,
    work: () => installPackages(isAll),
  };
}

// npm passes its own settings to scripts, `production` among them: both forms are stated explicitly.
const GROUPS = {
  all: ['--include=dev', '--include=optional'],
  production: ['--omit=dev', '--omit=optional'],
};

/**
 * Correct packages are not touched, so a process that uses them continues. `npm ci`, which deletes the folder first,
 * runs only when no install was ever completed.
 */
async function installPackages(isAll) {
  if (existsSync(MODULES) && lstatSync(MODULES).isSymbolicLink()) {
    giveUp(
      'node_modules is a link to another folder, and its packages are not those of the lock file: remove the link.',
    );
  }
  const groups = isAll ? GROUPS.all : GROUPS.production;
  if (isAll && isTrimmed()) {
    await replacePackages(groups);
  } else {
    const isTrusted = existsSync(NOTED) && !existsSync(UNFINISHED);
    const way = isTrusted ? ['install', '--no-save'] : ['ci'];
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(UNFINISHED, '');
    await install([...way, ...groups], { cwd: ROOT, what: 'The packages' });
    if (!isAll) trim();
  }
  rmSync(UNFINISHED, { force: true });
}
