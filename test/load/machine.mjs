// Describes the machine of a measurement and the CPU time of a process.
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';

export const TICKS_PER_SECOND = 100;

export const machine = () => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memory_gib: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
});

/** CPU seconds a process has used so far, user and system; undefined without /proc. */
export function cpuSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}

/** CPU time of all threads of a process in microseconds: bursts of few milliseconds need more than ticks. Linux alone. */
export const cpuMicroseconds = (pid) =>
  readdirSync(`/proc/${pid}/task`)
    .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]))
    .reduce((sum, nanoseconds) => sum + nanoseconds / 1e3, 0);

export const residentMiB = (pid) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);

/** Resident memory, pages that processes share by their part in each. Linux alone. */
export const proportionalMiB = (pid) =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

export const ratio = (value, base) => Math.round((value / base) * 100) / 100;
