import type { Page } from 'playwright-core';

/** Signs the page's browser in as the form would: the session is in a cookie that only the server can leave. */
export async function signInPage(
  page: Page,
  baseUrl: string,
  user: { username: string; password: string },
): Promise<void> {
  const reply = await page.context().request.post(`${baseUrl}/auth/login`, {
    data: { username: user.username, password: user.password, remember: true, cookie: true },
  });
  if (!reply.ok()) throw new Error(`signing in answered ${reply.status()}: ${await reply.text()}`);
}
