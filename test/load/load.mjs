// One burst of equal requests from a separate process; prints the result as JSON.
import autocannon from 'autocannon';

const {
  url,
  body,
  headers,
  connections,
  seconds,
  perSecond,
  idReplacement = false,
} = JSON.parse(process.argv[2]);
const result = await autocannon({
  url,
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json', ...headers },
  connections,
  duration: seconds,
  ...(perSecond === undefined ? {} : { overallRate: perSecond }),
  idReplacement,
});
process.stdout.write(
  JSON.stringify({
    requests: result['2xx'],
    seconds: result.duration,
    failed: result.non2xx + result.errors + result.timeouts,
    latency_p50_ms: result.latency.p50,
    latency_p99_ms: result.latency.p99,
  }),
);
