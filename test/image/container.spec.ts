import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const FOLDER = __dirname;
const POLL_MS = 50;
const POLLS = 200;

/** A program of a container: listens on a free port and prints its URL. */
const SERVER = `
  const server = require('node:http').createServer((request, response) => response.end());
  server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));
`;
/** Starts a program as a container without a file system of its own in a clean folder, prints the folder and the URL, and runs \`end\`. */
const programOf = (end: string): string => `
  import { cleanFolder } from '${FOLDER}/clean-folder.mjs';
  import { Container } from '${FOLDER}/container.mjs';
  const folder = cleanFolder('container-spec-');
  const stage = { folder: '/', workdir: '/', env: {} };
  const container = new Container(stage, {}, [process.execPath, '--eval', ${JSON.stringify(SERVER)}]);
  const url = await container.until(async () => /^http\\S+(?=\\n)/.exec(container.output)?.[0]);
  process.stdout.write(JSON.stringify({ folder, url }) + '\\n');
  ${end}
`;

const isServed = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** Runs the program to its end, with a signal once it has printed where one is given. */
async function runToEnd(end: string, signal?: NodeJS.Signals) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', programOf(end)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (signal !== undefined && output.endsWith('\n')) child.kill(signal);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, ...(JSON.parse(output) as { folder: string; url: string }) };
}

describe('npm run image:build', () => {
  it.each([
    ['ends', 'container.kill(); process.exit(3);', undefined, 3],
    ['exits with a container that runs', 'process.exit(4);', undefined, 4],
    ['fails with an error', 'throw new Error("nothing was checked");', undefined, 1],
    ['is ended by SIGTERM', 'setInterval(() => undefined, 1000);', 'SIGTERM', 130],
  ] as const)(
    'a check of the image leaves no process and no folder behind when it %s',
    async (_when, end, signal, expected) => {
      const { code, folder, url } = await runToEnd(end, signal);
      expect(code).toBe(expected);
      expect(existsSync(folder)).toBe(false);
      // The kernel closes the port of a killed process a moment later.
      for (let polls = 0; polls < POLLS && (await isServed(url)); polls += 1) await delay(POLL_MS);
      expect(await isServed(url)).toBe(false);
    },
  );
});
