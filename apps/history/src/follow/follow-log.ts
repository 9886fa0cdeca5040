/** Log of the follower: what it does not answer with an error. */
export interface FollowLog {
  info(members: Readonly<Record<string, number>>, text: string): void;
  warn(members: { readonly err?: unknown }, text: string): void;
  error(members: { readonly err: unknown }, text: string): void;
}
