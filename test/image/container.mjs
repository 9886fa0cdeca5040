// Starts the root file system of an image as a process: as its root, read-only except for its volumes and /tmp, with its
// environment alone, as its user and as process 1 of a namespace. Needs root on Linux.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const STOP_LIMIT_MS = 60_000;
const START_LIMIT_MS = 120_000;
const NAMESPACE = ['--pid', '--fork', '--kill-child'];

/** Whether this machine allows it. */
export const canSeparate = () =>
  process.getuid?.() === 0 &&
  spawnSync('unshare', [...NAMESPACE, 'setpriv', '--version'], { stdio: 'ignore' }).status === 0;

const ENTER = `set -e
root=$1 wd=$2 uid=$3 gid=$4 volumes=$5; shift 5
mount --bind "$root" "$root"
for volume in $volumes; do mount --bind "$root$volume" "$root$volume"; done
mount -o remount,bind,ro "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/tmp"
mount --bind /dev "$root/dev"
exec setpriv --no-new-privs unshare --root="$root" --wd="$wd" --setgid="$gid" --setuid="$uid" "$@"`;

function commandOf({ user, folder, workdir, volumes = [] }, command) {
  const enter = ['sh', '-c', ENTER, 'sh', folder, workdir, ...user.split(':'), volumes.join(' ')];
  return ['unshare', '--mount', ...NAMESPACE, ...enter, ...command];
}

const optionsOf = ({ folder, workdir, env }, more) => ({
  cwd: path.join(folder, workdir),
  env: { ...env, ...more },
});

export class Container {
  output = '';

  constructor(stage, env, command = commandOf(stage, stage.entrypoint)) {
    this.stage = stage;
    this.env = env;
    const [program, ...args] = command;
    this.child = spawn(program, args, { ...optionsOf(stage, env), stdio: ['ignore', 'pipe', 'pipe'] });
    this.ended = new Promise((resolve) =>
      this.child.once('close', (code, signal) => resolve(code ?? signal)),
    );
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.on('data', (chunk) => (this.output += chunk));
    // Before the listener that removes the folder of the process.
    process.prependOnceListener('exit', () => this.kill());
  }

  /** Ends the process at once; without effect on one that has ended. */
  kill() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    // The kernel drops the `--kill-child` of a process that changes its user: the program itself is killed first.
    const inner = this.#inner();
    if (inner > 0) process.kill(inner, 'SIGKILL');
    this.child.kill('SIGKILL');
  }

  /** Resolves when `attempt` returns a value; rejects with the output when the process has ended. */
  async until(attempt) {
    const giveUpAt = performance.now() + START_LIMIT_MS;
    for (;;) {
      if (performance.now() > giveUpAt) throw new Error(`not ready in time:\n${this.output}`);
      if (this.child.exitCode !== null || this.child.signalCode !== null) throw new Error(this.output);
      const value = await attempt().catch(() => undefined);
      if (value !== undefined) return value;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Runs the health check of the image beside the process. */
  health() {
    const [program, ...args] = commandOf(this.stage, this.stage.healthcheck);
    const { status, stderr } = spawnSync(program, args, {
      ...optionsOf(this.stage, this.env),
      encoding: 'utf8',
    });
    return { status, stderr };
  }

  /** Resolves to the exit code, or to the signal it ended by. */
  async stop() {
    this.#terminate();
    return this.#end();
  }

  /** As `stop`, for a process that may not have its handlers yet: repeats the signal. */
  async stopEarly() {
    const again = setInterval(() => this.#terminate(), 20);
    try {
      return await this.#end();
    } finally {
      clearInterval(again);
    }
  }

  async #end() {
    let timer;
    const late = new Promise((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new Error(`did not end after SIGTERM:\n${this.output}`)),
        STOP_LIMIT_MS,
      );
    });
    try {
      return await Promise.race([this.ended, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #terminate() {
    const pid = this.#inner();
    if (pid > 0) process.kill(pid, 'SIGTERM');
  }

  /** The program itself, 0 while there is none: `unshare` does not pass signals on. */
  #inner() {
    const { pid } = this.child;
    const file = `/proc/${pid}/task/${pid}/children`;
    return existsSync(file) ? Number(readFileSync(file, 'utf8').trim().split(' ')[0]) : 0;
  }
}
