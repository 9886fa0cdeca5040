import type { z } from 'zod';
import { completeProfile } from './complete-profile';
import { profileProblems } from './profile-problems';
import { writtenProfileSchema } from './written-profile';

/** A contract profile file. Entries that are left out are completed with entries that name nothing on any chain. */
export const profileSchema = writtenProfileSchema
  .superRefine((written, context) => {
    for (const { path, message } of profileProblems(written))
      context.addIssue({ code: 'custom', path, message });
  })
  .transform(completeProfile);

/** The contents of a profile, complete. */
export type ProfileFile = z.output<typeof profileSchema>;
