// The command line of `npm run release`.
import { parseArgs } from 'node:util';

const HELP = ({ parts, platforms }) => `Usage: npm run release -- [flags]

Makes all files of a release in dist/release, and publishes nothing.

  --out DIR          another folder
  --without PARTS    leave out parts, separated by commas: ${parts.join(', ')}
  --platforms NAMES  executables of these alone: ${platforms.join(', ')}
  --image            also build and start the images (npm run image:build)
  --write            write the dated section to CHANGELOG.md, and the API document to
                     docs/reference/released-openapi.json, the base of the next npm run api:check
  --help             print this
`;

/** The names of a flag. @throws Error for another one than those known */
function namesIn(text, flag, known) {
  const names = text.split(',').filter(Boolean);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`${flag}: "${unknown}" is none of ${known.join(', ')}`);
  return names;
}

/**
 * @param known names of all `parts`, and of all `platforms` of executables
 * @returns `help` with the text, or the flags with `parts` and `platforms`, those to make
 * @throws Error with a readable message
 */
export function readReleaseFlags(args, known) {
  const {
    values: { help, ...values },
  } = parseArgs({
    args,
    options: {
      out: { type: 'string' },
      without: { type: 'string', default: '' },
      platforms: { type: 'string', default: known.platforms.join() },
      image: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (help) return { help: HELP(known) };
  const without = namesIn(values.without, '--without', known.parts);
  const platforms = namesIn(values.platforms, '--platforms', known.platforms);
  return { ...values, platforms, parts: known.parts.filter((name) => !without.includes(name)) };
}
