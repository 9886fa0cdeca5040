import path from 'node:path';

/** The OpenAPI document of the sources: a build artefact that `npm test` makes before the specs. */
export const API_DOCUMENT = path.resolve(__dirname, '..', '..', 'dist', 'openapi.json');
