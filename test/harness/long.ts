/** The long form of a spec under `npm run test:long`, otherwise the short one: fewer repetitions of the same behaviour. */
export const longOr = <T>(long: T, short: T): T => (process.env.TEST_LONG === '1' ? long : short);
