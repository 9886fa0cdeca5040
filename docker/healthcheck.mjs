// The health check of the image: exit code 0 when `node healthcheck.mjs PORT_VARIABLE PATH` gets a 200 from this host.
const [variable, path] = process.argv.slice(2);
const url = `http://127.0.0.1:${process.env[variable]}${path}`;
try {
  const { status } = await fetch(url, { signal: AbortSignal.timeout(4000) });
  if (status !== 200) throw new Error(`status ${status}`);
} catch (error) {
  console.error(`${url}: ${error.message}`);
  process.exit(1);
}
