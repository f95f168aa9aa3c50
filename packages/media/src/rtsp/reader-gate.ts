import { randomBytes } from 'node:crypto';
import { readAuthorization } from './digest-auth.ts';
import { headerOf, type RtspRequest } from './rtsp-message.ts';
import { parseRequestTarget, type StreamPath, streamKey } from './stream-path.ts';

export type StreamPurpose = 'read' | 'publish';

/**
 * What somebody at the door shows; for Digest the owner asks whether a password it knows is the right one. A token
 * shown by Digest comes under the name `token` and can be recognised only by an owner that keeps the tokens it issued.
 */
export type StreamCredentials =
  | { kind: 'token'; token: string }
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'digest'; username: string; matches: (password: string) => boolean };

/**
 * `own`: one of the owner's own children, which is served in the way that costs least and is dropped last. `stillMay`:
 * asked again and again for as long as they stay, for whoever is let in on something that can be taken back.
 */
export type Admission = boolean | 'own' | { stillMay: () => Promise<boolean> };

/** Decides who may read or publish a stream. An error counts as no. */
export type Authorize = (
  credentials: StreamCredentials,
  access: StreamPath & {
    purpose: StreamPurpose;
    /** Whether whoever asks is a process of this machine and of our own user. */
    isOwnProcess: () => Promise<boolean>;
  },
) => Admission | Promise<Admission>;

/** A media token takes the place of a password under this name. */
export const tokenUsername = 'token';
const realm = 'Holdfast';

export type GateAnswer = { kind: 'open'; isOwn: boolean } | { kind: 'closed'; failed: boolean; challenges: string[] };

/** The door of one connection: it opens for one stream and purpose, and then stays open for those. */
export class ReaderGate {
  readonly #authorize: Authorize;
  readonly #isOwnProcess: () => Promise<boolean>;
  readonly #nonce = randomBytes(16).toString('hex');
  #open: { key: string; isOwn: boolean; stillMay: () => Promise<boolean> } | undefined;

  constructor(authorize: Authorize, { isOwnProcess }: { isOwnProcess: () => Promise<boolean> }) {
    this.#authorize = authorize;
    this.#isOwnProcess = isOwnProcess;
  }

  async admit(
    request: RtspRequest,
    path: StreamPath & { token: string | undefined },
    purpose: StreamPurpose,
  ): Promise<GateAnswer> {
    const key = `${purpose}:${streamKey(path)}`;
    if (this.#open?.key === key) return { kind: 'open', isOwn: this.#open.isOwn };
    const shown = this.#credentials(request, path);
    if (shown.kind === 'none') return this.#closed({ failed: false });
    if (shown.kind === 'stale') return this.#closed({ failed: true, stale: true });
    const { cameraId, stream } = path;
    // Fail closed: if the owner cannot tell, nobody comes in.
    const admission = await Promise.resolve()
      .then(() => this.#authorize(shown.credentials, { cameraId, stream, purpose, isOwnProcess: this.#isOwnProcess }))
      .catch(() => false);
    // A token cannot be read from its digest, so its bearer is asked to show it plainly.
    const basicOnly = shown.credentials.kind === 'digest' && shown.credentials.username === tokenUsername;
    if (admission === false) return this.#closed({ failed: true, basicOnly });
    const stillMay = typeof admission === 'object' ? admission.stillMay : always;
    this.#open = { key, isOwn: admission === 'own', stillMay };
    return { kind: 'open', isOwn: this.#open.isOwn };
  }

  /** Whether whoever was let in would be let in now; true before anybody was. */
  stillMay(): Promise<boolean> {
    return (this.#open?.stillMay ?? always)();
  }

  #credentials(request: RtspRequest, path: StreamPath & { token: string | undefined }) {
    if (path.token !== undefined) return shownAs({ kind: 'token', token: path.token });
    const header = headerOf(request, 'authorization');
    if (header === undefined) return { kind: 'none' } as const;
    const shown = readAuthorization(header, { method: request.method, realm });
    if (shown === undefined) return { kind: 'none' } as const;
    if (shown.kind === 'basic' && shown.username === tokenUsername)
      return shownAs({ kind: 'token', token: shown.password });
    if (shown.kind === 'basic') return shownAs(shown);
    if (shown.nonce !== this.#nonce) return { kind: 'stale' } as const;
    const claimed = parseRequestTarget(shown.uri);
    if (claimed === undefined || streamKey(claimed) !== streamKey(path)) return { kind: 'none' } as const;
    return shownAs({ kind: 'digest', username: shown.username, matches: shown.matches });
  }

  #closed({
    failed,
    stale = false,
    basicOnly = false,
  }: {
    failed: boolean;
    stale?: boolean;
    basicOnly?: boolean;
  }): GateAnswer {
    const digest = `Digest realm="${realm}", nonce="${this.#nonce}"${stale ? ', stale=true' : ''}`;
    const basic = `Basic realm="${realm}"`;
    return { kind: 'closed', failed, challenges: basicOnly ? [basic] : [digest, basic] };
  }
}

const always = async () => true;
const shownAs = (credentials: StreamCredentials) => ({ kind: 'shown', credentials }) as const;
