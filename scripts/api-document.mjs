// `node scripts/api-document.mjs`: makes dist/openapi.json, the API document of the present sources, unless it is current.
import { servedDocument } from './docs/served-gateway.mjs';
import { isApiDocumentCurrent, writeApiDocument } from './setup/api-document.mjs';
import { prepare } from './setup.mjs';
import { step } from './setup/terminal.mjs';

await prepare();
if (!isApiDocumentCurrent())
  await step('Making the API document', async () => writeApiDocument(await servedDocument()));
