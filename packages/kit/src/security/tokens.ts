import type { JWTPayload } from 'jose';
import type { Clock } from '../time/clock.ts';

const ALGORITHM = 'HS256';
export const MEDIA_TOKEN_MS = 15 * 60_000;
export const DOWNLOAD_TOKEN_MS = 15 * 60_000;

export interface UserClaims {
  sessionId: string;
  expiresAtMs: number;
}

export interface MediaClaims {
  sessionId: string;
  cameraId: string;
}

export interface DownloadClaims {
  sessionId: string;
  exportId: string;
}

export interface DeviceClaims {
  deviceId: string;
  userId: string;
}

type Audience = 'user' | 'media' | 'download' | 'share' | 'device';

export interface Tokens {
  signUser(claims: { userId: string; sessionId: string; expiresAt: Date }): Promise<string>;
  signMedia(claims: { userId: string; sessionId: string; cameraId: string; expiresAt: Date }): Promise<string>;
  signDownload(claims: { userId: string; sessionId: string; exportId: string; expiresAt: Date }): Promise<string>;
  signShare(claims: { shareId: string; expiresAt: Date }): Promise<string>;
  signDevice(claims: { userId: string; deviceId: string; expiresAt: Date }): Promise<string>;
  /** Undefined unless it is a valid, unexpired token of ours and of this kind. */
  readUser(token: string): Promise<UserClaims | undefined>;
  readMedia(token: string): Promise<MediaClaims | undefined>;
  readDownload(token: string): Promise<DownloadClaims | undefined>;
  /** The id of the share. */
  readShare(token: string): Promise<string | undefined>;
  readDevice(token: string): Promise<DeviceClaims | undefined>;
}

/** Loaded with the first token, because processes without any import this package as well. */
let jose: Promise<typeof import('jose')> | undefined;
const loadJose = () => {
  jose ??= import('jose');
  return jose;
};

/** One key, several audiences: a token of one kind is not valid as another. */
export function createTokens(key: Uint8Array, clock: Clock): Tokens {
  const sign = async (audience: Audience, payload: JWTPayload, expiresAt: Date) => {
    const { SignJWT } = await loadJose();
    return new SignJWT(payload)
      .setProtectedHeader({ alg: ALGORITHM })
      .setAudience(audience)
      .setIssuedAt(Math.floor(clock.now() / 1000))
      .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
      .sign(key);
  };

  const read = async (audience: Audience, token: string): Promise<JWTPayload | undefined> => {
    try {
      const { jwtVerify } = await loadJose();
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        audience,
        currentDate: new Date(clock.now()),
        requiredClaims: ['sub', 'sid', 'exp'],
      });
      return payload;
    } catch {
      return undefined;
    }
  };

  return {
    signUser: ({ userId, sessionId, expiresAt }) => sign('user', { sub: userId, sid: sessionId }, expiresAt),
    signMedia: ({ userId, sessionId, cameraId, expiresAt }) =>
      sign('media', { sub: userId, sid: sessionId, cam: cameraId }, expiresAt),
    signDownload: ({ userId, sessionId, exportId, expiresAt }) =>
      sign('download', { sub: userId, sid: sessionId, exp_id: exportId }, expiresAt),
    // It belongs to no user and no session.
    signShare: ({ shareId, expiresAt }) => sign('share', { sub: shareId, sid: shareId }, expiresAt),
    signDevice: ({ userId, deviceId, expiresAt }) => sign('device', { sub: userId, sid: deviceId }, expiresAt),
    readUser: async (token) => {
      const claims = await read('user', token);
      if (typeof claims?.sid !== 'string' || claims.exp === undefined) return undefined;
      return { sessionId: claims.sid, expiresAtMs: claims.exp * 1000 };
    },
    readMedia: async (token) => {
      const claims = await read('media', token);
      if (typeof claims?.sid !== 'string' || typeof claims.cam !== 'string') return undefined;
      return { sessionId: claims.sid, cameraId: claims.cam };
    },
    readDownload: async (token) => {
      const claims = await read('download', token);
      if (typeof claims?.sid !== 'string' || typeof claims.exp_id !== 'string') return undefined;
      return { sessionId: claims.sid, exportId: claims.exp_id };
    },
    readShare: async (token) => (await read('share', token))?.sub,
    readDevice: async (token) => {
      const claims = await read('device', token);
      if (typeof claims?.sid !== 'string' || claims.sub === undefined) return undefined;
      return { deviceId: claims.sid, userId: claims.sub };
    },
  };
}
