import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { addressReason } from '@holdfast/domain';
import { type OutboundRule, resolveOutbound } from '@holdfast/kit';
import type { HttpGet } from './detector-http.ts';

const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Sends a request to the detector. The host is resolved and checked once, redirects are not followed, and the response
 * is bounded.
 */
export const detectorGet =
  (outbound: OutboundRule): HttpGet =>
  async (url, signal) => {
    if (!['http:', 'https:'].includes(url.protocol))
      throw new Error('The address of the detector is not an HTTP address.');
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    const found = await resolveOutbound(url.hostname, port, outbound);
    if (found.kind !== 'ok') throw new Error(addressReason(found));
    const { address, family } = found;
    const pinned: LookupFunction = (_name, options, done) =>
      options.all ? done(null, [{ address, family }]) : done(null, address, family);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
      const asking = open(url, {
        agent: false,
        lookup: pinned,
        signal,
        headers: { 'user-agent': 'Holdfast', accept: 'application/json' },
      });
      asking
        .on('error', reject)
        .on('response', resolve)
        // Closed without an error or an answer: the reply has switched protocols, and the time limit has no effect any
        // more.
        .on('close', () => reject(new Error('The detector did not answer.')))
        .end();
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) {
        response.destroy();
        throw new Error('The response of the detector is too large.');
      }
      chunks.push(chunk);
    }
    return { status: response.statusCode ?? 0, body: Buffer.concat(chunks) };
  };
