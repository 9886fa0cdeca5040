/** The revisions without `initialize`; server/discover and a version refusal list them. */
export const STATELESS_VERSIONS = ['2026-07-28'];

/** The revisions that start with `initialize`. */
export const INITIALIZE_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
