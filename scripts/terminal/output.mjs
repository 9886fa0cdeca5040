// Output format of a run: sentences, or JSON lines with --json and in production.
import { banner, jsonBanner, shortBanner } from './banner.mjs';
import { humanLine } from './log-line.mjs';

/** Warnings about the nodes of a network: at the start some are not there yet, and the banner has their state. */
const ABOUT_NETWORK = /^\{"level":"warn".*"network":"/;
const IMPORTANT = /^\{"level":"(?:warn|error|fatal)"/;

/** @param flags `json`, `quiet` */
export function createOutput({ json = false, quiet = false }) {
  const { stdout, stderr, env } = process;
  const isJson = json || env.NODE_ENV === 'production';
  const isColoured = stdout.isTTY && !env.NO_COLOR;
  const show = isJson ? jsonBanner : quiet ? shortBanner : banner;
  /** The banner has the state of everything: what the processes report before it is about the start itself. */
  let isStarted = false;
  const isShown = (line) => {
    if (!line.startsWith('{') || (isJson && !quiet)) return true;
    if (!isJson && !isStarted && ABOUT_NETWORK.test(line)) return false;
    return IMPORTANT.test(line) || (!quiet && isStarted);
  };
  return {
    line(name, line) {
      if (!isShown(line)) return;
      const text = isJson ? line : humanLine(name, line, isColoured, stdout.columns);
      if (text !== undefined) stdout.write(`${text}\n`);
    },
    errorLine: (line) => stderr.write(`${line}\n`),
    started: (run) => {
      isStarted = true;
      stdout.write(show(run, isColoured));
    },
  };
}
