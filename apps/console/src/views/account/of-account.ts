/** The account that a panel is about. */
export interface OfAccount {
  readonly network: string;
  readonly account: string;
}
