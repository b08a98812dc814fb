// A webhook receiver in plain Node: verifies the signature over the raw bytes, then responds.
// WEBHOOK_SECRET=whsec_… PORT=4000 node docs/examples/receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { WEBHOOK_SECRET, PORT = '4000' } = process.env;

function isGenuine(body, signature) {
  const expected = createHmac('sha256', WEBHOOK_SECRET).update(body).digest();
  const given = Buffer.from(String(signature), 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

createServer(async (req, res) => {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (!isGenuine(body, req.headers['x-service-signature'])) {
    // The sender does not retry after a 401.
    res.writeHead(401).end();
    return;
  }
  const event = JSON.parse(body);
  console.log(`received ${event.event_type}: ${event.payload.record_name} (signature verified)`);
  res.writeHead(204).end();
}).listen(Number(PORT), () => console.log(`receiving on port ${PORT}`));
