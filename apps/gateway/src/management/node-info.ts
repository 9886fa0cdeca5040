import type { NodeStatus } from '@app/upstream';

/** One node in /info: its label and how the pool judges it; its URL is shown nowhere. */
export const nodeInfo = ({ node, fitness: { kind, why }, ...status }: NodeStatus) => ({
  node,
  state: kind,
  ...(why === '' ? {} : { reason: why }),
  head_block_num: status.headBlock,
  circuit: status.circuit,
  capabilities: status.capabilities,
  ...(status.isBackup ? { backup: true } : {}),
  ...(status.isCordoned ? { cordoned: true } : {}),
});
