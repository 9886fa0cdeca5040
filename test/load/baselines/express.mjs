// Bare Express 5. `--json-body` adds the body parser that any JSON route needs.
import express from 'express';

const answer = JSON.parse(Buffer.from(process.argv[2], 'base64').toString());
const route = process.argv[3];
const app = express();
const handler = (_request, response) => response.json(answer);
app.post(route, ...(process.argv[4] === '--json-body' ? [express.json()] : []), handler);
const server = app.listen(0, '127.0.0.1', () =>
  console.log(`listening on http://127.0.0.1:${server.address().port}`),
);
