import type { Browser, BrowserContext } from 'playwright-core';

interface Credentials {
  username: string;
  password: string;
}

/** Signs a browser in like the form: the session is in a cookie that only the server can set. */
export async function signIn(context: BrowserContext, baseUrl: string, user: Credentials): Promise<void> {
  const reply = await context.request.post(`${baseUrl}/auth/login`, {
    data: { username: user.username, password: user.password, remember: true, cookie: true },
  });
  if (!reply.ok()) throw new Error(`signing in answered ${reply.status()}: ${await reply.text()}`);
}

/** The cookies of one session, for any number of contexts. It stays valid when the user is renamed. */
export async function signedInState(browser: Browser, baseUrl: string, user: Credentials) {
  const context = await browser.newContext();
  await signIn(context, baseUrl, user);
  const state = await context.storageState();
  await context.close();
  return state;
}
