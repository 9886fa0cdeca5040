import type { ComparisonStatus } from '@app/upstream';

/** The comparisons of the nodes of a network in /info: counts by node, and the last disagreements with their evidence. */
export const comparisonInfo = ({ mode, nodes, disagreements }: ComparisonStatus) => ({
  verify: mode,
  compared: [...nodes].map(([node, counts]) => ({ node, ...counts })),
  disagreements: disagreements.map(({ atMs, route, asked, headBlock, headId, member, answers }) => ({
    at: new Date(atMs).toISOString(),
    route,
    asked,
    member,
    head_block_num: headBlock ?? null,
    head_block_id: headId ?? null,
    answers: answers.map(({ node, hash, isOutvoted }) => ({ node, sha256: hash, outvoted: isOutvoted })),
  })),
});
