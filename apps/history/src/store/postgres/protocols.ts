/** Those of the URLs of PostgreSQL databases. */
export const POSTGRES_PROTOCOLS = ['postgres:', 'postgresql:'] as const;
