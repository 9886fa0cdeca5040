// Injection tokens of interfaces: `@Inject(SETTINGS) settings: Settings`. Classes are injected by class.

/** `Settings` of the process. */
export const SETTINGS = Symbol('settings');
/** `Clock`: the clock of the machine unless a test gives another. */
export const CLOCK = Symbol('clock');
/** `Logger` of the process. */
export const LOGGER = Symbol('logger');
/** `RandomBelow`: random numbers of the machine unless a test gives others. */
export const RANDOM = Symbol('random');
/** `Tracing`, or null where no spans are wanted. */
export const TRACING = Symbol('tracing');
