import { createRequire } from 'node:module';
import path from 'node:path';
import { format } from 'prettier';
import { ROOT } from '../setup.mjs';

const require = createRequire(import.meta.url);
const SCHEMA = path.join(ROOT, 'dist', 'compiled', 'apps', 'signer', 'src', 'policy', 'policy-schema.js');

/** policy.schema.json: the JSON Schema of policy.yaml of the signer, for editors. */
export function policySchema() {
  const { policyJsonSchema } = require(SCHEMA);
  return format(JSON.stringify(policyJsonSchema()), { parser: 'json', printWidth: 110 });
}
