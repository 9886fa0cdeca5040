import { z } from 'zod';

/** An object with these members and no other. The problem of an unknown member lists the known ones. */
export const knownMembers = <Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? `is not known; known: ${Object.keys(shape).join(', ')}` : undefined,
  });
