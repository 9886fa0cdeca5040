// The JSON Schemas of files that people write, for editors.
import { format } from 'prettier';
import { compiled } from './compiled.mjs';

const schemaText = (schema) => format(JSON.stringify(schema), { parser: 'json', printWidth: 110 });

/** apps/signer/policy.schema.json, of policy.yaml. */
export const policySchema = () =>
  schemaText(compiled('apps/signer/src/policy/policy-schema').policyJsonSchema());

/** libs/networks/profiles/profile.schema.json, of profiles. */
export const profileSchema = () => schemaText(compiled('libs/networks/src/index').profileJsonSchema());
