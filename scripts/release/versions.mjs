// The version of a release is that of package.json; every other file that states it has to agree.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (root, file) => readFileSync(path.join(root, file), 'utf8');
const json = (root, file) => JSON.parse(read(root, file));
const line = (root, file, pattern) => pattern.exec(read(root, file))?.[1];

/** Files with the version of the project, and how each states it. */
const STATED = {
  'package-lock.json': (root, file) => json(root, file).version,
  'apps/signer/package.json': (root, file) => json(root, file).version,
  'apps/signer/server.json': (root, file) => json(root, file).version,
  'libs/client/package.json': (root, file) => json(root, file).version,
  'libs/client/python/pyproject.toml': (root, file) => line(root, file, /^version = "(.+)"$/m),
  'scripts/starter/package.json': (root, file) => json(root, file).version,
  'helm/chain-tool-gateway/Chart.yaml': (root, file) => line(root, file, /^appVersion: '?([^'\n]+)'?$/m),
};

/**
 * @param root the project
 * @returns the version of the release
 * @throws Error naming each file with another one
 */
export function releaseVersion(root) {
  const { version } = json(root, 'package.json');
  const others = Object.entries(STATED)
    .map(([file, stated]) => [file, stated(root, file)])
    .filter(([, stated]) => stated !== version);
  if (others.length > 0) {
    const rows = others.map(([file, stated]) => `  ${file}: ${stated}`).join('\n');
    throw new Error(`package.json has the version ${version}, and others have another:\n${rows}`);
  }
  return version;
}

/** The chart has a version of its own: its values change apart from the programs. */
export const chartVersion = (root) =>
  line(root, 'helm/chain-tool-gateway/Chart.yaml', /^version: '?([^'\n]+)'?$/m);
