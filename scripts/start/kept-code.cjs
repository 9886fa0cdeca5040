// Loaded before a program (`node --require`): keeps the compiled code of the functions that its start called, in the folder
// NODE_COMPILE_CACHE, for the next start. Node's own cache, in the same folder, is made before a file runs, and so lacks
// all that V8 compiles when it is first called: most of a program.
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { createRequire, Module } = require('node:module');
const path = require('node:path');
const { performance } = require('node:perf_hooks');
const { cachedDataVersionTag } = require('node:v8');
const { Script } = require('node:vm');
const { threadId } = require('node:worker_threads');
const { crc32 } = require('node:zlib');

/** What Node puts around a module. */
const [HEAD, TAIL] = Module.wrapper.map((text) => Buffer.from(text));
/** The checksums of the source and of the code: V8 compares versions, flags and the length of the source alone. */
const CHECKSUMS = 8;

const LOOK_MS = 2000;
const CALM = 0.5;

/** Calls `work` when the thread was idle for half of an interval: its start is over. */
function whenCalm(work) {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const since = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (since.utilization > CALM) return;
    clearInterval(timer);
    work();
  }, LOOK_MS).unref();
}

/** A program runs without kept code, too. */
const warn = (what, error) => process.emitWarning(`compiled code is not ${what}: ${error.message}`);

/** The code in the file; undefined where there is none of this source. */
function keptCode(file, sourceSum) {
  let content;
  try {
    content = readFileSync(file);
  } catch (error) {
    if (error.code !== 'ENOENT') warn('read', error);
    return undefined;
  }
  const code = content.subarray(CHECKSUMS);
  const isWhole = content.length > CHECKSUMS && content.readUInt32LE(4) === crc32(code);
  return isWhole && content.readUInt32LE(0) === sourceSum ? code : undefined;
}

function keep(file, sourceSum, code) {
  const sums = Buffer.alloc(CHECKSUMS);
  sums.writeUInt32LE(sourceSum, 0);
  sums.writeUInt32LE(crc32(code), 4);
  // The threads of a process run the same file.
  const partial = `${file}.${process.pid}-${threadId}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(partial, Buffer.concat([sums, code]));
    renameSync(partial, file);
  } catch (error) {
    warn('kept', error);
  }
}

/** Has the modules that this process loads from now on take and keep their code in the folder, unless Node is not to. */
exports.keepCode = (folder) => {
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return;
  Module._extensions['.js'] = (module, filename) => {
    const tag = cachedDataVersionTag();
    const source = Buffer.concat([HEAD, readFileSync(filename), TAIL]);
    const sourceSum = crc32(source);
    const file = path.join(folder, `${tag.toString(16)}-${crc32(filename).toString(16)}`);
    const script = new Script(source.toString(), {
      filename,
      cachedData: keptCode(file, sourceSum),
      importModuleDynamically: (name) => import(name),
    });
    if (script.cachedDataRejected !== false)
      whenCalm(() => {
        // The next start would refuse it: the program has changed flags of V8, and has to get them as options of Node.
        if (cachedDataVersionTag() !== tag) warn('kept', new Error('the flags of V8 have changed'));
        else keep(file, sourceSum, script.createCachedData());
      });
    const { exports } = module;
    const run = script.runInThisContext();
    run.call(exports, exports, createRequire(filename), module, filename, path.dirname(filename));
  };
};

const { NODE_COMPILE_CACHE } = process.env;
if (NODE_COMPILE_CACHE) exports.keepCode(NODE_COMPILE_CACHE);
