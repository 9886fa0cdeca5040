import { Networks } from '@app/networks';
import { kindOf } from '@app/chain-tools';
import {
  DEPLOYMENT_TERMS,
  type DeploymentTerms,
  listTools,
  namedExamples,
  type Schema,
  type ToolDefinition,
  toolPath,
  withTerms,
} from '@app/tooling';
import { type Settings } from '@app/operations';
import { packageVersion } from '@app/program';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, type OperationObject, SwaggerModule } from '@nestjs/swagger';
import { networkSentences } from '../../formatting/real-funds';
import { SURFACE_PATHS } from '../../platform/surface-paths';
import { addAnswerHeaders } from './answer-headers';
import { errorExamples, type Examples } from './error-examples';
import { nameSharedSchemas } from './named-schemas';
import { proposalExample } from './proposal-example';
import { describeDefaults } from './request-defaults';
import { tagsOf } from './tags';

const DESCRIPTION = `Tools for a chain with BTC and USDT lending and an orderbook exchange.

- **Read** tools query the chain.
- **Compose** tools return an unsigned proposal. The caller signs it with their own key.
- The **relay** broadcasts the signed transaction.

The service holds no keys and signs nothing. The same tools are served over the Model Context Protocol at \`POST ${SURFACE_PATHS.mcp}\`.
Amounts are decimal strings at the precision of their token; a JSON number is accepted where its decimal form is exact.
Every answer carries \`x-request-id\`, and those of a bucket the \`RateLimit\` headers: they are listed at 200.`;

/** The OpenAPI document of the running application, without servers: those depend on who asks. */
export function describeApi(app: INestApplication, { rateLimits }: Settings): OpenAPIObject {
  const networks = app.get(Networks, { strict: false }).all();
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Chain Tool Gateway')
    .setDescription(`${DESCRIPTION}\n\n${networkSentences(networks)}`)
    .setVersion(packageVersion(__dirname))
    .setContact('Chain Tool Gateway maintainers', '', '')
    .build();
  const terms = app.get<DeploymentTerms>(DEPLOYMENT_TERMS, { strict: false });
  const document = withTerms(SwaggerModule.createDocument(app, config, { autoTagControllers: false }), terms);
  document.info.license = { name: 'MIT', identifier: 'MIT' } as typeof document.info.license;
  document.info.contact = { name: 'Chain Tool Gateway maintainers' };
  // No route takes a credential.
  document.security = [];
  document.tags = tagsOf(operationsOf(document).flatMap(({ tags = [] }) => tags));
  for (const tool of listTools(app)) describeTool(document, tool, rateLimits[kindOf(tool)]);
  addAnswerHeaders(document);
  nameSchemas(document, terms);
  return document;
}

function operationsOf(document: OpenAPIObject): OperationObject[] {
  return Object.values(document.paths)
    .flatMap(({ get, post }) => [get, post])
    .filter((operation) => operation !== undefined);
}

/** Moves the input into a named component, and adds the kind and examples of refusals. */
function describeTool(document: OpenAPIObject, tool: ToolDefinition, limitPerMinute: number): void {
  const operation = document.paths[toolPath(tool.name)]?.post;
  if (operation === undefined) throw new Error(`${tool.name} is not in the OpenAPI document`);
  Object.assign(operation, { 'x-tool-kind': tool.kind });
  const schemas = (document.components ??= {}).schemas as Record<string, object>;
  schemas[tool.input.name] ??= describeDefaults(structuredClone(tool.requestSchema));
  const request = contentOf(operation.requestBody);
  request.examples = namedExamples(tool.examples);
  request.schema = { $ref: `#/components/schemas/${tool.input.name}` };
  const example = proposalExample(tool.name);
  if (example !== undefined) contentOf(operation.responses['200']).example = example;
  for (const [status, examples] of Object.entries(errorExamples(tool, limitPerMinute))) {
    const response = operation.responses[status];
    if (response !== undefined) contentOf(response).examples = examples;
  }
}

interface JsonContent {
  schema: object;
  example?: object;
  examples?: Examples | Readonly<Record<string, { value: object }>>;
}

function contentOf(part: object | undefined): JsonContent {
  const { content } = part as { content: { 'application/json': JsonContent } };
  return content['application/json'];
}

function nameSchemas(document: OpenAPIObject, terms: DeploymentTerms): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  // A member of any JSON: AnswerField gives it one empty alternative, or Nest would give it a type.
  for (const member of Object.values(schemas).flatMap(({ properties = {} }) => Object.values(properties)))
    if (member.oneOf?.every((part) => Object.keys(part).length === 0) === true) delete member.oneOf;
  Object.assign(schemas, nameSharedSchemas(Object.values(schemas), terms));
}
