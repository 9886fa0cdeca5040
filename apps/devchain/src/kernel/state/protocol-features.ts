import { sha256 } from '../blocks/sha256';

export interface ProtocolFeatureRecord {
  digest: string;
  codename: string;
  descriptionDigest: string;
  dependencies: readonly string[];
  activationOrdinal: number;
  activationBlockNum: number;
}

/** The features whose rules this chain keeps: codename, number and description digest. Source: Leap 5. */
const BUILTIN_FEATURES = [
  ['PREACTIVATE_FEATURE', 0, '64fe7df32e9b86be2b296b3f81dfd527f84e82b98e363bc97e40bc7a83733310'],
  ['ONLY_LINK_TO_EXISTING_PERMISSION', 1, 'f3c3d91c4603cde2397268bfed4e662465293aab10cd9416db0d442b8cec2949'],
  ['FIX_LINKAUTH_RESTRICTION', 4, 'a98241c83511dc86c857221b9372b4aa7cea3aaebc567a48604e1d3db3557050'],
  ['DISALLOW_EMPTY_PRODUCER_SCHEDULE', 5, '2853617cec3eabd41881eb48882e6fc5e81a0db917d375057864b3befbe29acd'],
  ['RESTRICT_ACTION_TO_SELF', 6, 'e71b6712188391994c78d8c722c1d42c477cf091e5601b5cf1befd05721a57f3'],
  ['ONLY_BILL_FIRST_AUTHORIZER', 7, '2f1f13e291c79da5a2bbad259ed7c1f2d34f697ea460b14b565ac33b063b73e2'],
  ['GET_SENDER', 9, '1eab748b95a2e6f4d7cb42065bdee5566af8efddf01a55a0a8d831b823f8828a'],
  ['RAM_RESTRICTIONS', 10, '1812fdb5096fd854a4958eb9d53b43219d114de0e858ce00255bd46569ad2c68'],
  ['WTMSIG_BLOCK_SIGNATURES', 12, 'ab76031cad7a457f4fd5f5fca97a3f03b8a635278e0416f77dcc91eb99a48e10'],
  ['ACTION_RETURN_VALUE', 13, '69b064c5178e2738e144ed6caa9349a3995370d78db29e494b3126ebd9111966'],
  ['DISABLE_DEFERRED_TRXS_STAGE_1', 22, '440c3efaaab212c387ce967c574dc813851cf8332d041beb418dfaf55facd5a9'],
] as const;

/** All activated features: every one since the first block. */
export const PROTOCOL_FEATURES: readonly ProtocolFeatureRecord[] = BUILTIN_FEATURES.map(
  ([codename, number, descriptionDigest], activationOrdinal) => ({
    digest: featureDigest(number, descriptionDigest),
    codename,
    descriptionDigest,
    dependencies: [],
    activationOrdinal,
    activationBlockNum: 1,
  }),
);

/** Of a built-in feature without dependencies. Source: eosio::chain::builtin_protocol_feature::digest. */
function featureDigest(number: number, descriptionDigest: string): string {
  const bytes = Buffer.alloc(4 + 32 + 1 + 4);
  bytes.write(descriptionDigest, 4, 'hex');
  bytes.writeUInt32LE(number, 37);
  return sha256(bytes).toString('hex');
}
