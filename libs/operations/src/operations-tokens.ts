/** Injection tokens of what is an interface: `@Inject(SETTINGS) settings: Settings`. Classes are injected by class. */
export const SETTINGS = Symbol('settings');
export const CLOCK = Symbol('clock');
export const LOGGER = Symbol('logger');
export const RANDOM = Symbol('random');
/** Null where no spans are wanted. */
export const TRACING = Symbol('tracing');
