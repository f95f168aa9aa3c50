import { randomBytes } from 'node:crypto';
import { type StreamRef, streamKey } from '@holdfast/domain';
import { readAuthorization } from './digest-auth.ts';
import { headerOf, type RtspRequest } from './rtsp-message.ts';
import { parseRequestTarget } from './stream-path.ts';

export type StreamPurpose = 'read' | 'publish';

/**
 * The credentials of a client. For Digest, the authorizer checks whether a known password matches. A token sent by
 * Digest has the user name `token` and can only be recognised by comparing it with all issued tokens.
 */
export type StreamCredentials =
  | { kind: 'token'; token: string }
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'digest'; username: string; matches: (password: string) => boolean };

/**
 * `own`: one of our child processes, which are served at the lowest cost and dropped last. `stillAllowed`: called
 * repeatedly while the client is connected, for access that can be revoked.
 */
export type Admission = boolean | 'own' | { stillAllowed: () => Promise<boolean> };

/** Decides who may read or publish a stream. An error counts as no. */
export type Authorize = (
  credentials: StreamCredentials,
  access: StreamRef & {
    purpose: StreamPurpose;
    /** Whether the client is a process of our own user on this machine. */
    isOwnProcess: () => Promise<boolean>;
  },
) => Admission | Promise<Admission>;

/** With this user name the password is a media token. */
export const tokenUsername = 'token';
const realm = 'Holdfast';

export type GateAnswer = { kind: 'open'; isOwn: boolean } | { kind: 'closed'; failed: boolean; challenges: string[] };

/** Access control of one connection: granted for one stream and purpose. */
export class ReaderGate {
  readonly #authorize: Authorize;
  readonly #isOwnProcess: () => Promise<boolean>;
  readonly #nonce = randomBytes(16).toString('hex');
  #open: { key: string; isOwn: boolean; stillAllowed: () => Promise<boolean> } | undefined;

  constructor(authorize: Authorize, { isOwnProcess }: { isOwnProcess: () => Promise<boolean> }) {
    this.#authorize = authorize;
    this.#isOwnProcess = isOwnProcess;
  }

  async admit(
    request: RtspRequest,
    path: StreamRef & { token: string | undefined },
    purpose: StreamPurpose,
  ): Promise<GateAnswer> {
    const key = `${purpose}:${streamKey(path)}`;
    if (this.#open?.key === key) return { kind: 'open', isOwn: this.#open.isOwn };
    const shown = this.#credentials(request, path);
    if (shown.kind === 'none') return this.#closed({ failed: false });
    if (shown.kind === 'stale') return this.#closed({ failed: true, stale: true });
    const { cameraId, stream } = path;
    // Fail closed: without an answer access is denied.
    const admission = await Promise.resolve()
      .then(() => this.#authorize(shown.credentials, { cameraId, stream, purpose, isOwnProcess: this.#isOwnProcess }))
      .catch(() => false);
    // A token cannot be recovered from its digest, so the client is asked for Basic authentication.
    const basicOnly = shown.credentials.kind === 'digest' && shown.credentials.username === tokenUsername;
    if (admission === false) return this.#closed({ failed: true, basicOnly });
    const stillAllowed = typeof admission === 'object' ? admission.stillAllowed : always;
    this.#open = { key, isOwn: admission === 'own', stillAllowed };
    return { kind: 'open', isOwn: this.#open.isOwn };
  }

  /** Whether access would still be granted; true before anything was granted. */
  stillAllowed(): Promise<boolean> {
    return (this.#open?.stillAllowed ?? always)();
  }

  #credentials(request: RtspRequest, path: StreamRef & { token: string | undefined }) {
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
