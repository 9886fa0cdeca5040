// One program that the tests need: the installed one, or that of Debian packages unpacked into .cache/tools.
import path from 'node:path';
import { answersVersion, canUnpackPackages, preferPrograms, unpackPackages } from './debian-packages.mjs';
import { CACHE } from './paths.mjs';
import { alone } from './setup-lock.mjs';
import { giveUp, step } from './terminal.mjs';

/**
 * Resolves when `program` is on the PATH of this process and of its children; ends the script where it cannot be.
 * @param folder of the program in its package: `usr/bin`
 * @param others further programs of that folder that come with it
 * @param packages Debian packages that contain it
 * @param versionFlag prints the version and ends with 0
 * @param advice how to install it by hand
 */
export async function ensureDebianProgram({ program, others = [], folder, packages, versionFlag, advice }) {
  const programs = [program, ...others];
  const isThere = () => programs.every((name) => answersVersion(name, versionFlag));
  if (isThere()) return;
  const home = path.join(CACHE, 'tools', program);
  preferPrograms(path.join(home, 'bin'));
  if (isThere()) return;
  if (canUnpackPackages()) {
    const unpack = () =>
      unpackPackages({ home, packages, programsIn: () => programs.map((name) => path.join(folder, name)) });
    try {
      await alone(
        () => (isThere() ? undefined : step(`Unpacking ${program} into .cache/tools (once)`, unpack)),
        program,
      );
    } catch (error) {
      giveUp(`${program} could not be unpacked: ${error.stderr || error.message}\n${advice}`);
    }
  }
  if (!isThere()) giveUp(advice);
}
