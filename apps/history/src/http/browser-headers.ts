import type { Request, Response } from 'express';

/** Swagger UI has inline styles, and icons as data URLs. Everything else is a file of this server. */
const PAGE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";
/** Of all other answers: a browser that opens one runs nothing of it and loads nothing for it. */
const NO_PAGE_POLICY = "sandbox; default-src 'none'";

/** Tells browsers to take an answer for its declared type alone, and which answers are pages. */
export function browserHeaders({ path }: Request, response: Response, next: () => void): void {
  const isPage = path === '/v2/docs' || path.startsWith('/v2/docs/');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', isPage ? PAGE_POLICY : NO_PAGE_POLICY);
  if (isPage) response.setHeader('X-Frame-Options', 'DENY');
  next();
}
