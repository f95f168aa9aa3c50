import fc from 'fast-check';

/** What a network does to one packet. */
export type PacketFate = 'kept' | 'lost' | 'twice' | 'late';

/** Generates the fates of `count` packets; most packets are kept. */
export const packetFates = (count: number): fc.Arbitrary<PacketFate[]> =>
  fc.array(fc.constantFrom<PacketFate>('kept', 'kept', 'kept', 'kept', 'kept', 'kept', 'lost', 'twice', 'late'), {
    minLength: count,
    maxLength: count,
  });

/** The packets in the order of their arrival. */
export function mangledPackets(sent: readonly Buffer[], fates: readonly PacketFate[]): Buffer[] {
  const arrived: Buffer[] = [];
  const late: { packet: Buffer; dueAt: number }[] = [];
  for (const [i, packet] of sent.entries()) {
    while (late[0] !== undefined && late[0].dueAt <= i) arrived.push((late.shift() as { packet: Buffer }).packet);
    if (fates[i] === 'late') late.push({ packet, dueAt: i + 2 + (i % 9) });
    else if (fates[i] !== 'lost') arrived.push(packet);
    if (fates[i] === 'twice') arrived.push(packet);
  }
  return arrived;
}
