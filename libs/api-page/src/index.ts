export { type ApiPage, apiPage } from './api-page';
export { API_PAGE_FILES, apiPageFile, type PageFile } from './page-files';
