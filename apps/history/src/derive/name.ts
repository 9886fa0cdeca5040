/** A name of the chain as its 64-bit value (nameToValue of @app/antelope). */
export type Name = bigint;

/** An actor and one of its permissions. */
export interface PermissionLevel {
  readonly actor: Name;
  readonly permission: Name;
}
