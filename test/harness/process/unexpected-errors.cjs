// Loaded before the program: lets a test put a defect into the running process, or into its threads.
const { isMainThread } = require('node:worker_threads');

const THREADS = 'defects of threads';
const inThreads = new BroadcastChannel(THREADS);

if (isMainThread) {
  process.on('SIGUSR2', () => void Promise.reject(new Error('a promise that was dropped')));
  process.on('SIGPIPE', () => {
    throw new Error('an exception in an event handler');
  });
  process.on('SIGWINCH', () => inThreads.postMessage('defect'));
} else {
  inThreads.onmessage = () => void Promise.reject(new Error('a promise that a thread dropped'));
}
// The end of a thread or process does not wait for it.
inThreads.unref();
