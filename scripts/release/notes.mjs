// The notes of a release: how to use each file, then its changes.

/** The command that uses a file of the release; undefined for files that are read. */
function useOf(file) {
  if (/^npm\/chain-tool-gateway-/.test(file)) return `npx --yes --package ./${file} chain-tool-gateway`;
  if (/^npm\/chain-tool-signer-/.test(file)) return `npx --yes --package ./${file} signer --help`;
  if (/^npm\//.test(file)) return `npm install ./${file}`;
  if (/^executables\/.*-linux-/.test(file)) return `chmod +x ./${file} && ./${file} --help`;
  if (/^python\/.*\.whl$/.test(file)) return `pip install ./${file}`;
  if (/^helm\//.test(file)) return `helm upgrade --install chain-tool-gateway ./${file}`;
  return undefined;
}

/** @param section the dated section of CHANGELOG.md; @param files of the release, by their paths below its folder */
export function releaseNotes({ version, section, files }) {
  const rows = files.map((file) => {
    const use = useOf(file);
    return `| ${file} | ${use === undefined ? '' : `\`${use}\``} |`;
  });
  const changes = section.slice(section.indexOf('\n')).trim();
  return `# Chain Tool Gateway ${version}

Check the files with \`sha256sum --check SHA256SUMS\` in their folder.

| file | use |
| --- | --- |
${rows.join('\n')}

${changes.replace(/^### /gm, '## ')}
`;
}
