import type { ProtocolFeatureRecord } from '../../../kernel/state/protocol-features';
import { flag, integer, optional } from '../../nodeos/parameters';
import { endpoint } from '../../nodeos/route';

const U32_MAX = 0xffff_ffff;

/** Leap 5 takes no notice of `limit`: there are few features, and all that match are answered. */
export const getActivatedProtocolFeatures = endpoint(
  {
    lower_bound: optional(integer(0)),
    upper_bound: optional(integer(0)),
    limit: integer(10),
    search_by_block_num: flag(),
    reverse: flag(),
  },
  (
    { chain },
    { lower_bound: lower = 0, upper_bound: upper = U32_MAX, search_by_block_num: byBlock, reverse },
  ) => {
    const found = chain.protocolFeatures().filter((feature) => {
      const position = byBlock ? feature.activationBlockNum : feature.activationOrdinal;
      return position >= lower && position <= upper;
    });
    return { activated_protocol_features: (reverse ? found.toReversed() : found).map(formatFeature) };
  },
);

const formatFeature = (feature: ProtocolFeatureRecord) => ({
  feature_digest: feature.digest,
  activation_ordinal: feature.activationOrdinal,
  activation_block_num: feature.activationBlockNum,
  description_digest: feature.descriptionDigest,
  dependencies: feature.dependencies,
  protocol_feature_type: 'builtin',
  specification: [{ name: 'builtin_feature_codename', value: feature.codename }],
});
