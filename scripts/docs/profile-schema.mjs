import { createRequire } from 'node:module';
import path from 'node:path';
import { format } from 'prettier';
import { LIBS } from './served-gateway.mjs';

const require = createRequire(import.meta.url);

/** profile.schema.json: the JSON Schema of profile files, for editors. */
export function profileSchema() {
  const { profileJsonSchema } = require(path.join(LIBS, 'networks', 'src', 'index.js'));
  return format(JSON.stringify(profileJsonSchema()), { parser: 'json', printWidth: 110 });
}
