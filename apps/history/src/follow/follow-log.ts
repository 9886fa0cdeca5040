/** Log of the follower: what it does not answer with an error. */
export interface FollowLog {
  warn(members: { readonly err: unknown }, text: string): void;
  error(members: { readonly err: unknown }, text: string): void;
}
