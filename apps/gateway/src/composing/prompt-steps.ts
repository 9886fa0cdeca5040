/** First step of every prompt that ends in a signature: the checks of the account. */
export function accountChecks(account: string, network: string): string {
  return `Before anything else call get_account {"account":"${account}","network":"${network}"}. Stop and tell me when affected_set=true. When affected_set_checked=false the check was unavailable: ask me before you continue.`;
}

/** How a proposal becomes a transaction, and when it must not. */
export function signingSteps(network: string): string {
  return `For every proposal: read summary, warnings and simulation first, and tell me every warning. Do not sign when simulation.status is "failed" (tell me simulation.error), or when summary says anything I did not ask for. Show me the summary and wait for my yes. Then sign transaction.signing_digest with the key of the permission (guide://signing has the rules), call push_transaction with {"signed_tx":{"signatures":["SIG_K1_..."],"packed_trx":"..."},"network":"${network}"} before expires, and tell me the transaction id and status. "pending" and "unknown" are no failures: push the same bytes again, never compose a second proposal instead. Never send a private key to any tool.`;
}
