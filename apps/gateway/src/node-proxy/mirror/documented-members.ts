import type { Type } from '@nestjs/common';

/** The metadata of @ApiProperty: names of members, each after a colon. */
const MEMBERS = 'swagger/apiModelPropertiesArray';

/** The documented members of a body or parameters of a query, in the order of their declaration. */
export function documentedMembers(type: Type<object>): readonly string[] {
  const names = (Reflect.getMetadata(MEMBERS, type.prototype as object) ?? []) as string[];
  return names.map((name) => name.slice(1));
}
