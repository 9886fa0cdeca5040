// The `jest` of a spec: functions, spies and fake timers. There is no `jest.mock`: modules belong to the worker.
/** Jest reads the timeout of tests below this in globalThis. */
const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

/** @param mocker a ModuleMocker; @param timers a ModernFakeTimers */
function jestObject(mocker, timers) {
  return {
    fn: mocker.fn.bind(mocker),
    spyOn: mocker.spyOn.bind(mocker),
    replaceProperty: mocker.replaceProperty.bind(mocker),
    restoreAllMocks: () => mocker.restoreAllMocks(),
    useFakeTimers: (options) => timers.useFakeTimers(options),
    useRealTimers: () => timers.useRealTimers(),
    getTimerCount: () => timers.getTimerCount(),
    setSystemTime: (now) => timers.setSystemTime(now),
    advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
    advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
    setTimeout: (ms) => {
      globalThis[TEST_TIMEOUT] = ms;
    },
  };
}

module.exports = { jestObject, TEST_TIMEOUT };
