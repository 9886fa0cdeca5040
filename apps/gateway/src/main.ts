import { loadSettings, StartupError } from '@app/operations';
import { ConfigurationError } from '@app/networks';
import { createGateway } from './create-gateway';
import { drain, listen } from './http/lifecycle';

async function main(): Promise<void> {
  const gateway = await createGateway(loadSettings(process.env));
  const url = await listen(gateway);
  console.log(`gateway listening on ${url} (docs at ${url}/docs, MCP at ${url}/mcp)`);
  const signal = await new Promise((resolve) => {
    process.once('SIGTERM', resolve).once('SIGINT', resolve);
  });
  // A second Ctrl-C is not for patience.
  if (signal === 'SIGINT') process.once('SIGINT', () => process.exit(130));
  process.exit((await drain(gateway)) ? 0 : 1);
}

main().catch((error: unknown) => {
  const isForOperator = error instanceof StartupError || error instanceof ConfigurationError;
  console.error(isForOperator ? `The gateway cannot start.\n${error.message}` : error);
  process.exit(1);
});
