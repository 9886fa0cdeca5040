// A process and all that it started: what each has used. Linux alone.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { proportionalMiB, residentMiB, TICKS_PER_SECOND } from './machine.mjs';

/** The fields of `/proc/PID/stat` behind the name, which may have spaces; undefined when the process has ended. */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return undefined;
    throw error;
  }
}

const PARENT = 1;
/** User and system time, and those of its processes that have ended. */
const TIMES = [11, 12, 13, 14];

/** `pid` and its descendants. */
function processTree(pid) {
  const parents = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => ({ pid: Number(entry), parent: Number(statOf(entry)?.[PARENT]) }));
  const found = [pid];
  for (const each of found)
    found.push(...parents.filter(({ parent }) => parent === each).map((child) => child.pid));
  return found;
}

/** The file that Node runs, behind those that it loads before, or the program. */
function nameOf(pid) {
  const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  const file = args.findLast((arg) => /\.[cm]?js$/.test(arg));
  return file === undefined ? args[0].split(' ')[0] : file.split(path.sep).slice(-2).join('/');
}

/** One entry for each process of the tree: CPU time in seconds, memory in MiB. */
export const usedBy = (pid) =>
  processTree(pid).map((each) => {
    const stat = statOf(each) ?? [];
    return {
      name: nameOf(each),
      cpuSeconds: TIMES.reduce((sum, at) => sum + Number(stat[at] ?? 0), 0) / TICKS_PER_SECOND,
      proportionalMiB: proportionalMiB(each),
      residentMiB: residentMiB(each),
    };
  });
