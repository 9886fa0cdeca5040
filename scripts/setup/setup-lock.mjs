import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CACHE } from './paths.mjs';
import { say } from './terminal.mjs';

const POLL_MS = 200;

/** The locks that this process has. In a container a new process may have the number of a killed one. */
const held = new Set();

function isAlive(pid, file) {
  if (pid === process.pid) return held.has(file);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function holder(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function tryToTake(file) {
  mkdirSync(CACHE, { recursive: true });
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    // Atomic: the lock never exists without its content.
    linkSync(own, file);
    held.add(file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
  const pid = holder(file);
  // A killed process does not delete its lock.
  if (pid !== undefined && !isAlive(pid, file)) rmSync(file, { force: true });
  return false;
}

/**
 * Runs `work` while no other process of this folder does work of this name.
 * @param name packages and builds are `setup`; each tool has its own name, as it changes nothing that others use
 */
export async function alone(work, name = 'setup') {
  const file = path.join(CACHE, `${name}.lock`);
  for (let attempt = 0; !tryToTake(file); attempt++) {
    if (attempt === 1) say(`Process ${holder(file)} sets up this folder (${file}); waiting for it.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const release = () => {
    held.delete(file);
    rmSync(file, { force: true });
  };
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
