import { randomUUID } from 'node:crypto';
import type { Clock, Tokens } from '@holdfast/kit';
import type { FastifyRequest } from 'fastify';
import { cookieName, readCookie, setCookie } from '../http/cookies.ts';

const DEVICE = 'device';
const KNOWN_MS = 365 * 86_400_000;

/** A browser that signed in before, and its user. It grants no access; it is only exempt from limits that others cause. */
export interface KnownDevice {
  deviceId: string;
  userId: string;
}

export async function knownDeviceOf(request: FastifyRequest, tokens: Tokens): Promise<KnownDevice | undefined> {
  const token = readCookie(request, cookieName(request, DEVICE));
  return token === undefined ? undefined : tokens.readDevice(token);
}

/** Called after a successful sign-in. */
export async function rememberDevice(
  request: FastifyRequest,
  { tokens, clock }: { tokens: Tokens; clock: Clock },
  userId: string,
): Promise<void> {
  const known = await knownDeviceOf(request, tokens);
  const deviceId = known?.userId === userId ? known.deviceId : randomUUID();
  const value = await tokens.signDevice({ userId, deviceId, expiresAt: new Date(clock.now() + KNOWN_MS) });
  setCookie(request, { name: cookieName(request, DEVICE), value, maxAgeSeconds: KNOWN_MS / 1000 });
}
