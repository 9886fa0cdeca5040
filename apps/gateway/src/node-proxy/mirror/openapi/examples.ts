import recordedAnswers from './recorded-answers.json';

/** By path, as `npm run docs` recorded them from a development chain and its history. Long texts and lists are cut. */
const RECORDED_ANSWERS: Readonly<Record<string, unknown>> = recordedAnswers;

/** The recorded example answer of a route; undefined for one that needs more than a chain and its history. */
export const exampleOf = (path: string): unknown => RECORDED_ANSWERS[path];
