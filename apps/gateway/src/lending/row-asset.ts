import { parseAsset, ValueError } from '@app/antelope';
import { z } from 'zod';

/** A member that is an amount of a token the profile need not know: each pool has shares of its own. */
export const rowAsset = z.string().transform((text, context) => {
  try {
    return parseAsset(text);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
});
