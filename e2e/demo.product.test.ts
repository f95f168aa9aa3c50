import { expect, it } from 'vitest';
import { openDemo } from './demo-installation.ts';

// `npm run soak` tests what its cameras, smart home, detector and plate reader show.
it('has its administrator from the first answer on, so that no other user can claim the account', async () => {
  const demo = await openDemo();
  try {
    const client = demo.product.client();
    expect(await client.auth.setup()).toEqual({ needs_bootstrap: false });
    const other = client.auth.bootstrap({ body: { username: 'mallory', password: 'seven gates' } });
    await expect(other).rejects.toMatchObject({ status: 409 });
  } finally {
    await demo.close();
  }
});
