// Loaded before the program: lets a test put a defect into the running process.
process.on('SIGUSR2', () => void Promise.reject(new Error('a promise that was dropped')));
process.on('SIGPIPE', () => {
  throw new Error('an exception in an event handler');
});
