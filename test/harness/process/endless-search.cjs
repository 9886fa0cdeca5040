// Loaded before the program: on a thread, a statement with a parameter of the environment runs until the thread ends.
const { StatementSync } = require('node:sqlite');
const { isMainThread } = require('node:worker_threads');

const endless = BigInt(process.env.ENDLESS_VALUE);
const { all } = StatementSync.prototype;

if (!isMainThread)
  StatementSync.prototype.all = function (...params) {
    while (params.includes(endless));
    return all.apply(this, params);
  };
