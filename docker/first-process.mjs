// Loaded before the program (`node --import`). The kernel ignores a signal that process 1 has no handler for, so until
// the program has its own handlers, these end the process: a stop during the start does not wait for the kill.
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];
const exit = () => process.exit(0);

/** Later, when the new listener is there: Node stops to watch a signal whose last listener is removed. */
function handOver(event, listener) {
  if (listener !== exit && SIGNALS.includes(event)) queueMicrotask(() => process.off(event, exit));
}

for (const signal of SIGNALS) process.on(signal, exit);
process.on('newListener', handOver);
