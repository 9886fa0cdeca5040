/** Values of a new policy. */
export interface PolicyValues {
  readonly network: string;
  readonly chainId: string;
  readonly account: string;
  readonly permission: string;
  readonly gateway: string;
  readonly nodes: readonly string[];
}

const FULL = 'allow_full_permission: true       # this permission may do everything\n';

/** The text of a policy that allows nothing, with examples in comments. */
export const policyText = (
  values: PolicyValues,
): string => `# What this key may do. A change needs \`signer policy seal\`: an edited file opens no key.
version: 1
default: refuse
network: ${values.network}
chain_id: ${values.chainId}
account: ${values.account}
permission: ${values.permission}
${['active', 'owner'].includes(values.permission) ? FULL : ''}gateway: ${values.gateway}
nodes:${values.nodes.map((node) => `\n  - ${node}`).join('')}
transactions: { per_hour: 30 }
caps: {}
# caps:
#   USDT: { per_transaction: "25", windows: { 1h: "25", 24h: "50" } }
allow: {}
# allow:
#   transfer: { USDT: { to: [bob] } }
#   place_order: { pairs: { btcusdt: { buy_up_to: "120000", sell_from: "40000" } } }
#   cancel_order: {}
# confirm: { above: { USDT: "20" } }
# history_nodes: [https://history.example]
# reconcile: 5m
# stop_file: /var/lib/signer/STOP
`;
