import { randomBytes } from 'node:crypto';
import { answerChallenge, type Challenge, chooseChallenge, parseChallenges } from '../rtsp/digest-auth.ts';
import type { OnvifLogin } from './ws-security.ts';

const MAX_CHALLENGE_LENGTH = 4_096;

/**
 * The HTTP authentication that some cameras require instead of the login in the message, or in addition to it. Digest
 * only: Basic would send the password itself.
 */
export class DigestLogin {
  readonly #login: OnvifLogin;
  #challenge: Challenge | undefined;
  #nonce: string | undefined;
  #count = 0;

  constructor(login: OnvifLogin) {
    this.#login = login;
  }

  /** Returns false if the challenge is not new, which means that the login was refused. */
  learn(header: string): boolean {
    const offered = parseChallenges(header.slice(0, MAX_CHALLENGE_LENGTH));
    const challenge = chooseChallenge(offered.filter(({ scheme }) => scheme === 'digest'));
    const nonce = challenge?.parameters.get('nonce');
    if (challenge === undefined || nonce === this.#nonce) return false;
    this.#challenge = challenge;
    this.#nonce = nonce;
    this.#count = 0;
    return true;
  }

  answer({ pathname, search }: URL): string | undefined {
    if (this.#challenge === undefined) return undefined;
    this.#count += 1;
    return answerChallenge(this.#challenge, {
      ...this.#login,
      method: 'POST',
      uri: `${pathname}${search}`,
      count: this.#count,
      cnonce: randomBytes(8).toString('hex'),
    });
  }
}
