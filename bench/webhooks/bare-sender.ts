import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { Pool } from 'undici';
import type { Sample } from './receiver.ts';

// The floor of webhooks: signs bodies that the service has sent, posts them with the same headers, and stores no
// results.

/** Orders for the sender. */
export interface Posting {
  origin: string;
  samples: readonly Sample[];
  count: number;
  /** Maximum number of concurrent requests. */
  atOnce: number;
}

const key = createSecretKey(randomBytes(32));

function signed({ headers, body }: Sample): Record<string, string> {
  const id = headers['webhook-id'] ?? '';
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    ...headers,
    'X-Service-Signature': createHmac('sha256', key).update(body).digest('hex'),
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

async function post({ origin, samples, count, atOnce }: Posting): Promise<number> {
  const pool = new Pool(origin, { connections: atOnce });
  let sent = 0;
  const sendOn = async () => {
    while (sent < count) {
      const sample = samples[sent % samples.length];
      if (!sample) throw new Error('Nothing to post');
      sent += 1;
      const request = { path: '/', method: 'POST', headers: signed(sample), body: sample.body } as const;
      const { statusCode, body } = await pool.request(request);
      await body.dump();
      if (statusCode !== 204) throw new Error(`The receiver responded with ${statusCode}`);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: atOnce }, sendOn));
  const tookMs = performance.now() - start;
  await pool.close();
  return count / (tookMs / 1_000);
}

process.on('message', async (posting: Posting) => process.send?.(await post(posting)));
process.on('disconnect', () => process.exit(0));
