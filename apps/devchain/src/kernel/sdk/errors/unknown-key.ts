/** Number of members in the type name of a tuple of the database. */
const TUPLE_MEMBERS = 10;

/**
 * The text of the nodeos database for a missing key: the type of the key and its members. Clients match on its beginning,
 * "unknown key".
 */
export function unknownKeyText(types: readonly string[], members: readonly string[]): string {
  const unused = Array<string>(TUPLE_MEMBERS - types.length).fill('boost::tuples::null_type');
  return `unknown key (boost::tuples::tuple<${[...types, ...unused].join(', ')}>): (${members.join(' ')})`;
}
