import { type APIRequestContext, type BrowserContext, request } from 'playwright-core';

interface Credentials {
  username: string;
  password: string;
}

type State = Awaited<ReturnType<APIRequestContext['storageState']>>;

/** Signs in like the form: the session is in a cookie that only the server can set. */
async function postLogin(requests: APIRequestContext, baseUrl: string, user: Credentials): Promise<void> {
  const reply = await requests.post(`${baseUrl}/auth/login`, {
    data: { username: user.username, password: user.password, remember: true, cookie: true },
  });
  if (!reply.ok()) throw new Error(`signing in answered ${reply.status()}: ${await reply.text()}`);
}

export const signIn = (context: BrowserContext, baseUrl: string, user: Credentials): Promise<void> =>
  postLogin(context.request, baseUrl, user);

/** The cookies of a new session, for any number of contexts. It stays valid when the user is renamed. */
export async function signedInState(baseUrl: string, user: Credentials): Promise<State> {
  const requests = await request.newContext();
  try {
    await postLogin(requests, baseUrl, user);
    return await requests.storageState();
  } finally {
    await requests.dispose();
  }
}

/** Like `signedInState`, but reuses a session while it is valid: hashing a password is expensive by design. */
export function keepSessions(): (baseUrl: string, user: Credentials) => Promise<State> {
  const kept = new Map<string, State>();
  const isValid = async (baseUrl: string, { cookies }: State) => {
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    return (await fetch(`${baseUrl}/me`, { headers: { cookie } })).ok;
  };
  return async (baseUrl, user) => {
    const key = JSON.stringify(user);
    const known = kept.get(key);
    if (known && (await isValid(baseUrl, known))) return known;
    const state = await signedInState(baseUrl, user);
    kept.set(key, state);
    return state;
  };
}
