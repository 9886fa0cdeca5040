// Ends with an error when the tag of the workflow's run is not that of the version: `v1.0.0`.
import { giveUp, ROOT } from '../setup.mjs';
import { releaseVersion } from './versions.mjs';

const { GITHUB_REF_NAME: tag } = process.env;
const version = releaseVersion(ROOT);
if (tag !== `v${version}`) giveUp(`The tag is ${tag}, and the version ${version}: its tag is v${version}.`);
