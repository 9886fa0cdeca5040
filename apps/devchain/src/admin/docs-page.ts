import { apiPage, apiPageFile, type PageFile } from '@app/api-page';

const HTML = Buffer.from(
  apiPage({
    title: 'Development chain',
    base: '',
    files: '/devchain/docs',
    document: '/devchain/openapi.json',
    links: [{ text: 'OpenAPI document', href: '/devchain/openapi.json' }],
  }),
);

/** The Swagger page, or one of its files by name; it works without the internet. */
export const docsPage = (file: string): PageFile | undefined =>
  file === '' ? { type: 'text/html; charset=utf-8', content: HTML } : apiPageFile(file);
