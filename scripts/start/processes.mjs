// The processes of one run: when one ends, or the user stops them, all end.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { programCommand } from '../setup/packed.mjs';
import { COMPILED_FUNCTIONS, entryPoint, WORK_FOLDER } from '../setup/paths.mjs';

const STOP_AFTER_MS = 15_000;
const FORCE_AFTER_MS = 500;

export class Processes {
  #children = new Set();
  /** When stopping began, by performance.now(). */
  #stoppingSince;
  #exitCode = 0;
  /** After a failure the message of the reason is the last one: the others only report that they stop. */
  #hasFailed = false;

  /** @param print called with every line of the processes; @param printError with a line of this script */
  constructor(print, printError) {
    this.print = print;
    this.printError = printError;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => this.stop());
    process.on('exit', () => {
      this.#killAll('SIGKILL');
      process.exitCode = this.#exitCode;
    });
  }

  /**
   * Starts one process, with more options of Node; resolves to its URLs, one for each of `markers`, when lines have them
   * after these.
   */
  launch(name, app, env, markers, nodeOptions = []) {
    const [command, args] = programCommand(nodeOptions, { app, file: entryPoint(app) });
    const child = spawn(command, args, {
      cwd: WORK_FOLDER,
      env: { NODE_COMPILE_CACHE: COMPILED_FUNCTIONS, ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A separate process group: Ctrl-C reaches only this script, which signals each process once.
      detached: true,
    });
    this.#children.add(child);
    child.once('close', (code, signal) => this.#ended(child, name, code, signal));
    createInterface({ input: child.stderr }).on('line', (line) => this.printError(line));
    const urls = new Map();
    return new Promise((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const marker = markers.find((each) => line.includes(each));
        if (marker === undefined) {
          if (!this.#hasFailed) this.print(name, line);
          return;
        }
        const [url] = line
          .slice(line.indexOf(marker) + marker.length)
          .trim()
          .split(' ');
        urls.set(marker, url);
        if (urls.size === markers.length) resolve(markers.map((each) => urls.get(each)));
      });
    });
  }

  fail(message) {
    this.printError(message);
    this.#hasFailed = true;
    this.#exitCode = 1;
    this.stop();
  }

  stop() {
    if (this.#stoppingSince !== undefined) {
      // npm forwards the Ctrl-C of the terminal, so it arrives twice: only a later one forces the stop.
      if (performance.now() - this.#stoppingSince > FORCE_AFTER_MS) this.#killAll('SIGKILL');
      return;
    }
    this.#stoppingSince = performance.now();
    this.#killAll('SIGTERM');
    // Unreferenced: it is needed only when a child hangs.
    setTimeout(() => this.#killAll('SIGKILL'), STOP_AFTER_MS).unref();
  }

  get isStopping() {
    return this.#stoppingSince !== undefined;
  }

  #ended(child, name, code, signal) {
    this.#children.delete(child);
    if (this.isStopping) {
      if (code) this.#exitCode = code;
      return;
    }
    this.printError(`${name} ended (${signal ?? `exit code ${code}`}); stopping the rest.`);
    this.#hasFailed = true;
    this.#exitCode = code || 1;
    this.stop();
  }

  #killAll(signal) {
    for (const child of this.#children) child.kill(signal);
  }
}
