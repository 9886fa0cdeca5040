/** Members a tuple of the database has in the name of its type. */
const TUPLE_MEMBERS = 10;

/**
 * The text of the database for a key that is not there: the type of the key and its members. Clients match on its
 * beginning, "unknown key".
 */
export function unknownKeyText(types: readonly string[], members: readonly string[]): string {
  const unused = Array<string>(TUPLE_MEMBERS - types.length).fill('boost::tuples::null_type');
  return `unknown key (boost::tuples::tuple<${[...types, ...unused].join(', ')}>): (${members.join(' ')})`;
}
