import { NO_LIMIT } from './bucket';

/** The limit of a bucket in a text, before the word for the requests it limits: `300`, or `unlimited`. */
export const limitText = (limit: number): string => (limit === NO_LIMIT ? 'unlimited' : String(limit));
