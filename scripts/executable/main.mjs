// The start of the executable chain-tool-gateway: all that `npm start` runs, from one file. Its programs are unpacked once
// for each version, into the cache folder of the user, and run by the Node that the executable is.
import { createRequire } from 'node:module';
import { manifest } from '../setup/packed.mjs';
import { COMPILED_FUNCTIONS, entryPoint } from '../setup/paths.mjs';
import { alone } from '../setup/setup-lock.mjs';
import { giveUp } from '../setup/terminal.mjs';
import { keepCode } from '../start/kept-code.cjs';
import { runProduct } from '../start/run.mjs';
import { arePrograms, unpackPrograms, useCacheFolder } from '../starter/programs.mjs';

const COMMAND = 'chain-tool-gateway';

/** By name: the app and the file of it. */
const PROGRAMS = {
  gateway: ['gateway', 'main'],
  devchain: ['devchain', 'main'],
  history: ['history', 'main'],
  archive: ['history', 'archive'],
  'profile-check': ['gateway', 'profile-check'],
};

const MORE_HELP = `
Other commands:
  ${COMMAND} devchain [flags]           the development chains alone
  ${COMMAND} run PROGRAM [arguments]    one program, with the settings of the environment
Programs: ${Object.keys(PROGRAMS).join(', ')}
`;

async function prepare() {
  try {
    useCacheFolder();
    if (!arePrograms()) await alone(() => (arePrograms() ? undefined : unpackPrograms()));
  } catch (error) {
    giveUp(`The programs could not be prepared: ${error.message}`);
  }
}

async function runProgram([name = '', ...args]) {
  if (!Object.hasOwn(PROGRAMS, name)) {
    giveUp(`${COMMAND} run: "${name}" is none of ${Object.keys(PROGRAMS).join(', ')}`);
  }
  await prepare();
  keepCode(process.env.NODE_COMPILE_CACHE || COMPILED_FUNCTIONS);
  const file = entryPoint(...PROGRAMS[name]);
  process.argv = [process.execPath, file, ...args];
  createRequire(file)(file);
}

const [word, ...args] = process.argv.slice(2);
const isDevchain = word === 'devchain';

const ended =
  word === 'run'
    ? runProgram(args)
    : runProduct({
        mode: isDevchain ? 'devchain' : 'gateway',
        args: isDevchain ? args : process.argv.slice(2),
        folder: process.cwd(),
        command: isDevchain ? `${COMMAND} devchain` : COMMAND,
        prepare,
        commit: () => manifest().gitHead,
        moreHelp: MORE_HELP,
      });
ended.catch((error) => giveUp(error.stack));
