import { type IncomingMessage, request } from 'node:http';
import { reasonCode } from '@holdfast/domain';
import type { OutboundRule } from '@holdfast/kit';
import { HubFault, hubFault, statusFault } from './hub-fault.ts';
import type { Hub } from './hub-settings.ts';
import { openConnection } from './open-connection.ts';

/** A hub with 5,000 entities answers with about 3 MB. */
const MAX_BYTES = 32 * 1024 * 1024;

/** The JSON at a path of the hub. The only request that exists here is GET; redirects are not followed. */
export async function hubGet(
  hub: Hub,
  path: '/api/' | '/api/states',
  { outbound, signal }: { outbound: OutboundRule; signal: AbortSignal },
): Promise<unknown> {
  try {
    const socket = await openConnection(hub, outbound, signal);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({
        method: 'GET',
        path,
        signal,
        createConnection: () => socket,
        headers: {
          host: new URL(hub.baseUrl).host,
          authorization: `Bearer ${hub.token}`,
          accept: 'application/json',
          'user-agent': 'Holdfast',
          connection: 'close',
        },
      })
        .on('error', reject)
        .on('response', resolve)
        // Closed without an error or an answer: the reply has switched protocols, and the time limit has no effect any
        // more.
        .on('close', () => reject(foreignAnswer()))
        .end();
    });
    try {
      const { statusCode = 0 } = response;
      if (statusCode !== 200) throw statusFault(statusCode);
      return parseJson(await readBody(response));
    } finally {
      response.destroy();
    }
  } catch (err) {
    throw hubFault(err);
  }
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new HubFault('foreign', reasonCode('hub-answer-too-large'));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw foreignAnswer();
  }
}

/** JSON or HTML of something that is no hub. */
export const foreignAnswer = () => new HubFault('foreign', reasonCode('hub-answer-foreign'));
