// Output format of a run: sentences in a terminal, JSON lines elsewhere and in production.
import { banner, jsonBanner, shortBanner } from './banner.mjs';
import { humanLine } from './log-line.mjs';

const IMPORTANT = /^\{"level":"(?:warn|error|fatal)"/;

/** @param flags `json`, `quiet` */
export function createOutput({ json = false, quiet = false }) {
  const { stdout, stderr, env } = process;
  const isHuman = stdout.isTTY && !json && env.NODE_ENV !== 'production';
  const isColoured = isHuman && !env.NO_COLOR;
  const show = json ? jsonBanner : quiet ? shortBanner : banner;
  return {
    line(name, line) {
      if (quiet && line.startsWith('{') && !IMPORTANT.test(line)) return;
      stdout.write(`${isHuman ? humanLine(name, line, isColoured) : line}\n`);
    },
    errorLine: (line) => stderr.write(`${line}\n`),
    started: (run) => stdout.write(show(run)),
  };
}
