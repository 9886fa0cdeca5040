import { z } from 'zod';
import { writtenProfileSchema } from './written-profile';

/** The JSON Schema of profile files, for completion and validation in editors. */
export function profileJsonSchema(): object {
  const schema = z.toJSONSchema(writtenProfileSchema, { io: 'input' });
  return { title: 'Contract profile of the Chain Tool Gateway', ...schema };
}
