import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CACHE } from './paths.mjs';
import { say } from './terminal.mjs';

const FILE = path.join(CACHE, 'setup.lock');
const POLL_MS = 200;

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function holder() {
  try {
    return Number(readFileSync(FILE, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function tryToTake() {
  mkdirSync(CACHE, { recursive: true });
  const own = `${FILE}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    // Atomic: the lock never exists without its content.
    linkSync(own, FILE);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
  const pid = holder();
  // A killed process does not delete its lock.
  if (pid !== undefined && !isAlive(pid)) rmSync(FILE, { force: true });
  return false;
}

/** Runs `work` while no other process of this folder installs or builds. */
export async function alone(work) {
  for (let attempt = 0; !tryToTake(); attempt++) {
    if (attempt === 1) say('Another process sets up this folder; waiting for it.');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const release = () => rmSync(FILE, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
