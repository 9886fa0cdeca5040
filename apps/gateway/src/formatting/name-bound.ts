import { nameToValue } from '@app/antelope';

/**
 * A name as the bound of a primary key: its number. As text a name of digits alone (`12345`) would be read as
 * another number by nodes.
 */
export function nameBound(name: string): string {
  return String(nameToValue(name));
}
