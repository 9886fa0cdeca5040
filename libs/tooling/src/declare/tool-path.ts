/** Path prefix of the REST routes of all tools. */
export const TOOLS_PREFIX = '/v1/tools/';

/** Path of a tool's REST route, a POST. */
export function toolPath(name: string): string {
  return TOOLS_PREFIX + name;
}
