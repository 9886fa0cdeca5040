import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

const TARGETS = ['gateway', 'devchain', 'history'];
const PARTS = { Node: 'usr/local/bin', packages: 'app/node_modules', program: 'app/dist' };

const bytesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .reduce((sum, { parentPath, name }) => sum + lstatSync(path.join(parentPath, name)).size, 0);

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

/** One line for each target: its content above the base image, by part. */
export const imageSizes = (stages) =>
  TARGETS.map((name) => {
    const { folder } = stages.get(name);
    const parts = Object.entries(PARTS).map(
      ([part, below]) => `${part} ${megabytes(bytesOf(path.join(folder, below)))}`,
    );
    return `${name}: ${megabytes(bytesOf(folder))} above the base image (${parts.join(', ')})`;
  });
