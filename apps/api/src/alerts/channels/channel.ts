import type { AlertValues, Template } from '@holdfast/domain';

/** A channel with its secret opened, for the moment of sending. */
export interface OpenChannel {
  baseUrl: string;
  target: string | null;
  secret: string | null;
  attachImage: boolean;
}

export interface AlertMessage {
  eventKey: string;
  title: Template;
  body: Template;
  values: AlertValues;
  camera: { id: string; name: string } | null;
  tsMs: number;
  data: Record<string, unknown>;
  /** Where the picture is, for those who may see it. */
  imageUrl: string | null;
  /** The picture itself, where the channel is to have it. */
  imageJpeg: Buffer | null;
}

export interface OutgoingRequest {
  method: 'POST' | 'PUT';
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
}

interface Field {
  need: 'required' | 'optional' | 'none';
  pattern?: RegExp;
  /** What fits, in words. */
  accepts: string;
}

/** All that differs between the six. */
export interface ChannelKind {
  /** Null: the channel must name its own. */
  defaultBaseUrl: string | null;
  target: Field;
  secret: Field;
  /** Whether a picture goes along unless the operator says otherwise. */
  image: 'attached' | 'on-request' | 'never';
  compose(channel: OpenChannel, message: AlertMessage): OutgoingRequest | Promise<OutgoingRequest>;
}

/** Below the address, whatever path it has of its own; each part stands for itself. */
export function addressOf(baseUrl: string, ...parts: string[]): URL {
  const url = new URL(baseUrl);
  url.pathname = [url.pathname.replace(/\/+$/, ''), ...parts.map(encodeURIComponent)].join('/');
  return url;
}

export const jsonRequest = (url: URL, body: unknown, headers: Record<string, string> = {}): OutgoingRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(body)),
});

export async function formRequest(url: URL, form: FormData): Promise<OutgoingRequest> {
  const encoded = new Response(form);
  return {
    method: 'POST',
    url,
    headers: { 'content-type': encoded.headers.get('content-type') ?? 'multipart/form-data' },
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

export const IMAGE_NAME = 'plate.jpg';
export const imagePart = (jpeg: Buffer) => new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' });
