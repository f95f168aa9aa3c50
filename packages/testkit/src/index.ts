export { type FakeClock, fakeClock } from './fake-clock.ts';
export { createTestDatabase, type TestDatabase } from './test-db.ts';
