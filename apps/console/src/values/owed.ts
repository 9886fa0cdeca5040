interface Loan {
  readonly payoff_usdt: string | null;
  readonly outstanding_usdt: string;
}

/** USDT that a loan owes, with the interest up to the newest block; as last written, where the chain does not say it. */
export const owedUsdt = ({ payoff_usdt, outstanding_usdt }: Loan): string => payoff_usdt ?? outstanding_usdt;
