import type { Settings } from '@app/operations';
import { limitText } from '@app/rate-limit';
import { MAX_SMALL_BODY_BYTES } from '@app/tooling';
import type { Network } from '../network/network';
import { MAX_EXPIRY_MS, MAX_SIGNATURES, MAX_TRANSACTION_BYTES } from './relay-policy';

/** The limits of this deployment and the actions its relay lets through, from its settings and profiles. */
export function limitsGuide(settings: Settings, networks: readonly Network[]): string {
  const buckets = Object.entries(settings.rateLimits).map(
    ([bucket, limit]) => `| ${bucket} | ${limitText(limit)} |`,
  );
  const relayed = networks.flatMap(({ name, profile }) => [
    `### ${name}`,
    '',
    ...profile.relayedActions().map((action) => `- \`${action.account}::${action.name}\``),
    '',
  ]);
  return `# Limits

Requests per client address and minute. REST and MCP count together; every answer of a tool whose bucket has a limit carries RateLimit-* headers, a refusal carries Retry-After. In the bucket mirror, the node query API, pushes, large bodies and large answers count more than once.

| bucket | requests per minute |
|---|---|
${buckets.join('\n')}

Read tools count in read, compose tools in compose, push_transaction and request_account in relay. What is refused before it is sent counts in relay-refused.

The body of a read or compose tool has at most ${MAX_SMALL_BODY_BYTES} bytes, that of push_transaction and request_account at most ${settings.maxBodyBytes.tools}.

## What the relay takes

- at most ${MAX_TRANSACTION_BYTES} bytes of packed transaction and ${MAX_SIGNATURES} signatures, uncompressed
- an expiry at most ${MAX_EXPIRY_MS / 60_000} minutes ahead of the chain's time
- no context-free actions, no delay, no extensions
- these actions and no others:

${relayed.join('\n')}`;
}
