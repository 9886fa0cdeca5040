import { distance } from 'fastest-levenshtein';

/** Beginnings that no other program's variables have: what begins so is meant for this one. */
const OWN_PREFIXES = ['RATE_LIMIT_', 'MANAGEMENT_', 'SHUTDOWN_', 'AFFECTED_SET_'] as const;

/**
 * A sentence for each name that is probably a misspelt setting. The environment belongs to other programs
 * as well, so that a name counts only when it begins with a prefix of this program or is nearly the name
 * of a setting: equal but for case and underscores, or one letter (two in a long name) apart.
 * @param names of the variables that are set
 * @param known names of the settings
 */
export function unknownSettings(names: readonly string[], known: readonly string[]): string[] {
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((setting) => isNearly(name, setting));
      if (meant !== undefined) return [`unknown setting ${name}; did you mean ${meant}?`];
      const prefix = OWN_PREFIXES.find((own) => name.startsWith(own));
      if (prefix === undefined) return [];
      const siblings = known.filter((setting) => setting.startsWith(prefix)).join(', ');
      return [`unknown setting ${name}; there are ${siblings}`];
    });
}

function isNearly(name: string, setting: string): boolean {
  const wanted = bare(setting);
  return distance(bare(name), wanted) <= tolerance(wanted.length);
}

const bare = (name: string): string => name.toUpperCase().replaceAll('_', '');

/** Short names are near many others: HOST to POST, PORT to SORT. */
function tolerance(length: number): number {
  if (length < 6) return 0;
  return length < 10 ? 1 : 2;
}
