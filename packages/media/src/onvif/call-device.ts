import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type Reason, reasonCode } from '@holdfast/domain';
import type { DigestLogin } from './digest-login.ts';
import { findElement, parseXml, textOf, type XmlElement } from './xml.ts';

const MAX_BYTES = 256 * 1024;

export type DeviceReply =
  | { kind: 'ok'; body: XmlElement }
  /** The device understood the request and rejected the login. */
  | { kind: 'denied' }
  /** It understood the request, and answers with a fault. */
  | { kind: 'rejected'; reason: Reason }
  | { kind: 'failed'; reason: Reason };

export interface DeviceCall {
  url: URL;
  /** The only address to connect to, even if the host name now resolves to another one. */
  address: string;
  /** Called for each request: a login is valid once. */
  header?: () => string;
  body: string;
  /** The SOAP action of the request; some cameras require it in the content type. */
  action?: string | undefined;
  /** For cameras that require HTTP digest authentication. */
  login?: DigestLogin | undefined;
  timeoutMs: number;
  signal: AbortSignal;
}

const failed = (reason: Reason): DeviceReply => ({ kind: 'failed', reason });
const envelope = (header: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`;

/** One SOAP call. Redirects are not followed; replies are limited in size and time. */
export async function callDevice(call: DeviceCall): Promise<DeviceReply> {
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(call.timeoutMs)]);
  const asked = await post(call, signal, call.login?.answer(call.url));
  // The first request learns the camera's challenge, and so does one after a new challenge.
  const isRetried = asked.kind === 'replied' && asked.status === 401 && call.login?.learn(asked.challenge) === true;
  const reply = isRetried ? await post(call, signal, call.login?.answer(call.url)) : asked;
  if (reply.kind === 'failed') return reply;
  if (reply.status === 401 || reply.status === 403) return { kind: 'denied' };
  if (reply.status >= 300 && reply.status < 400) return failed(reasonCode('camera-redirects'));
  const parsed = parseXml(reply.text);
  const body = parsed && findElement(parsed, 'Body');
  const fault = body && findElement(body, 'Fault');
  if (fault)
    return isDenial(fault) ? { kind: 'denied' } : { kind: 'rejected', reason: reasonCode('camera-onvif-rejected') };
  if (!body || reply.status !== 200) return failed(reasonCode('not-a-camera'));
  return { kind: 'ok', body };
}

const isDenial = (fault: XmlElement): boolean =>
  /NotAuthorized|FailedAuthentication|InvalidSecurity/i.test(
    [...subcodes(fault), textOf(fault, 'Text') ?? ''].join(' '),
  ) || /not authorized|authoriz?ation/i.test(textOf(fault, 'Reason') ?? textOf(fault, 'Text') ?? '');

function subcodes(fault: XmlElement): string[] {
  const values: string[] = [];
  const walk = (element: XmlElement) => {
    if (element.name === 'Value') values.push(element.text);
    element.children.forEach(walk);
  };
  walk(fault);
  return values;
}

type Posted = { kind: 'replied'; status: number; text: string; challenge: string } | { kind: 'failed'; reason: Reason };

function post(
  { url, address, header, body, action }: DeviceCall,
  signal: AbortSignal,
  authorization: string | undefined,
): Promise<Posted> {
  const bytes = Buffer.from(envelope(header?.() ?? '', body));
  return new Promise((resolve) => {
    const give = (reason: Reason) => resolve({ kind: 'failed', reason });
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const sending = open(url, {
      method: 'POST',
      agent: false,
      signal,
      lookup: (_name, options, done) =>
        options.all
          ? done(null, [{ address, family: address.includes(':') ? 6 : 4 }])
          : done(null, address, address.includes(':') ? 6 : 4),
      // Cameras have self-signed certificates. The password is only sent as a digest.
      rejectUnauthorized: false,
      headers: {
        'content-type': `application/soap+xml; charset=utf-8${action === undefined ? '' : `; action="${action}"`}`,
        'content-length': String(bytes.length),
        'user-agent': 'Holdfast',
        ...(authorization !== undefined && { authorization }),
      },
    });
    let isAnswered = false;
    sending.on('response', (response) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= MAX_BYTES) chunks.push(chunk);
        else {
          give(reasonCode('camera-sends-too-much'));
          sending.destroy();
        }
      });
      response.on('end', () =>
        resolve({
          kind: 'replied',
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString('utf8'),
          challenge: response.headers['www-authenticate'] ?? '',
        }),
      );
      response.on('error', () => give(reasonCode('camera-connection-failed')));
    });
    sending.on('error', (err: NodeJS.ErrnoException) =>
      give(
        signal.aborted
          ? reasonCode('camera-timed-out')
          : err.code === 'ECONNREFUSED'
            ? reasonCode('camera-connection-refused')
            : reasonCode('camera-connection-failed'),
      ),
    );
    // After a reply that switches protocols only this event is emitted: there is no error, and the time limit has no
    // effect.
    sending.on('close', () => {
      if (!isAnswered) give(reasonCode('camera-connection-failed'));
    });
    sending.end(bytes);
  });
}
