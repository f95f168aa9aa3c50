import type { AlertValues, Reason, Template } from '@holdfast/domain';

/** A channel with its secret decrypted, for sending. */
export interface OpenChannel {
  baseUrl: string;
  target: string | null;
  secret: string | null;
}

export interface AlertMessage {
  eventKey: string;
  title: Template;
  body: Template;
  values: AlertValues;
  camera: { id: string; name: string } | null;
  tsMs: number;
  data: Record<string, unknown>;
  /** The address of the picture, for users who may see it. */
  imageUrl: string | null;
  /** The console's screen of the event; it requires a sign-in. */
  link: string | null;
  /** The picture itself, if the channel attaches it. */
  image: AlertImage | null;
}

/** A picture, perhaps a moving one. */
export interface AlertImage {
  bytes: Buffer;
  mediaType: 'image/jpeg' | 'image/gif';
  name: string;
}

export interface OutgoingRequest {
  method: 'POST' | 'PUT';
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
  /** The body contains a picture of a plate, which must not leave private networks. */
  staysInside?: boolean;
}

type Field =
  | { need: 'none' }
  /** Any text. */
  | { need: 'optional' }
  /** `reason` asks for an accepted value. */
  | { need: 'required' | 'optional'; pattern: RegExp; reason: Reason };

/** Everything that differs between the six kinds. */
export interface ChannelKind {
  /** Null: the channel must have its own. */
  defaultBaseUrl: string | null;
  target: Field;
  secret: Field;
  /** Whether the picture of a plate is attached by default. */
  image: 'attached' | 'on-request' | 'never';
  /** Larger pictures are refused by the service. */
  maxImageBytes: number;
  compose(channel: OpenChannel, message: AlertMessage): OutgoingRequest | Promise<OutgoingRequest>;
}

/** Appends to the path of the address; each part is encoded. */
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

export const MIB = 1024 * 1024;
export const imagePart = ({ bytes, mediaType }: AlertImage) => new Blob([new Uint8Array(bytes)], { type: mediaType });
