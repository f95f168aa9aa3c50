import { fakeClock } from '@holdfast/testkit';
import { expect, it } from 'vitest';
import { createTickets } from './tickets.ts';

const grant = { cameraId: 'gate', stream: 'main', purpose: 'read' } as const;

it('is valid once', () => {
  const tickets = createTickets(fakeClock());
  const ticket = tickets.issue(grant);
  expect([tickets.redeem(ticket, grant), tickets.redeem(ticket, grant)]).toEqual([true, false]);
});

it.each([
  { ...grant, cameraId: 'yard' },
  { ...grant, stream: 'sub' as const },
  { ...grant, purpose: 'publish' as const },
])('is valid only for what it was issued for: %j', (other) => {
  const tickets = createTickets(fakeClock());
  const ticket = tickets.issue(grant);
  expect(tickets.redeem(ticket, other)).toBe(false);
  expect(tickets.redeem(ticket, grant)).toBe(false);
});

it('expires', () => {
  const clock = fakeClock();
  const tickets = createTickets(clock);
  const [early, late] = [tickets.issue(grant), tickets.issue(grant)];
  clock.step(59_000);
  expect(tickets.redeem(early, grant)).toBe(true);
  clock.step(2_000);
  expect(tickets.redeem(late, grant)).toBe(false);
});

it('cannot be guessed', () => {
  expect(createTickets(fakeClock()).redeem('', grant)).toBe(false);
});
