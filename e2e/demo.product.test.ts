import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoInstallation, openDemo } from './demo-installation.ts';

let demo: DemoInstallation;
let firstAnswer: { needs_bootstrap: boolean };
beforeAll(async () => {
  demo = await openDemo();
  firstAnswer = await demo.product.client().auth.setup();
});
afterAll(() => demo?.close());

// What its cameras, smart home, detector and plate reader show: npm run soak.
it('has its administrator from the first answer on, so that nobody else can claim the account', async () => {
  expect(firstAnswer).toEqual({ needs_bootstrap: false });
  const other = demo.product.client().auth.bootstrap({ body: { username: 'mallory', password: 'seven gates' } });
  await expect(other).rejects.toMatchObject({ status: 409 });
});
