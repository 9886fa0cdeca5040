import { RECORDED_ANSWERS } from './recorded-answers';

/** The recorded example answer of a route; undefined for one that needs more than a chain and its history. */
export const exampleOf = (path: string): unknown => RECORDED_ANSWERS[path];
