// Files that are not clean yet, each with its exact number of findings: the number can only fall.

/**
 * @param counts findings by file, files without one left out
 * @param baseline findings allowed by file
 * @returns one sentence for each file whose number is another than in the baseline
 */
export function differences(counts, baseline) {
  const files = [...new Set([...Object.keys(counts), ...Object.keys(baseline)])].sort();
  return files.flatMap((file) => {
    const [found, allowed] = [counts[file] ?? 0, baseline[file] ?? 0];
    if (found > allowed) return [`${file}: ${found} findings, ${allowed} allowed`];
    return found < allowed ? [`${file}: ${found} findings, but the baseline says ${allowed}`] : [];
  });
}

/** A new baseline. @throws Error when there are more findings in all than before: those must be fixed. */
export function loweredBaseline(counts, baseline) {
  const total = (numbers) => Object.values(numbers).reduce((sum, number) => sum + number, 0);
  const [found, allowed] = [total(counts), total(baseline)];
  if (found > allowed) throw new Error(`${found} findings, and the baseline allows ${allowed}`);
  return Object.fromEntries(Object.entries(counts).sort(([left], [right]) => (left < right ? -1 : 1)));
}
