// The command line of `npm run release`.
import { parseArgs } from 'node:util';

const HELP = (parts) => `Usage: npm run release -- [flags]

Makes all files of a release in dist/release, and publishes nothing.

  --out DIR        another folder
  --without PARTS  leave out parts, separated by commas: ${parts.join(', ')}
  --image          also build and start the images (npm run image:build)
  --write          write the dated section to CHANGELOG.md, and the API document to
                   docs/reference/released-openapi.json, the base of the next npm run api:check
  --help           print this
`;

/**
 * @param parts names of all parts
 * @returns `help` with the text, or the flags with `parts`, those to make
 * @throws Error with a readable message
 */
export function readReleaseFlags(args, parts) {
  const {
    values: { help, ...values },
  } = parseArgs({
    args,
    options: {
      out: { type: 'string' },
      without: { type: 'string', default: '' },
      image: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (help) return { help: HELP(parts) };
  const without = values.without.split(',').filter(Boolean);
  const unknown = without.filter((name) => !parts.includes(name));
  if (unknown.length > 0) throw new Error(`--without: "${unknown[0]}" is none of ${parts.join(', ')}`);
  return { ...values, parts: parts.filter((name) => !without.includes(name)) };
}
