import fc from 'fast-check';
import { expect, it } from 'vitest';
import { storeWithoutFaulty } from './store-without-faulty.ts';

const faultOf = (code: string) => Object.assign(new Error('refused'), { code });

it('stores all rows but those that cannot be stored, in their order, and names these', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('good', '23514', '22021', '54000', 'time')), async (kinds) => {
      const rows = kinds.map((kind, n) => ({ kind, n }));
      const stored: number[] = [];
      const leftOut = await storeWithoutFaulty(rows, async (part) => {
        for (const { kind } of part) {
          if (kind === 'time') new Date(Number.NaN).toISOString();
          if (kind !== 'good') throw faultOf(kind);
        }
        stored.push(...part.map(({ n }) => n));
      });
      expect(stored).toEqual(rows.flatMap(({ kind, n }) => (kind === 'good' ? [n] : [])));
      expect(leftOut.map(({ row }) => row)).toEqual(rows.filter(({ kind }) => kind !== 'good'));
    }),
  );
});

it.each(['ECONNREFUSED', '57P01', '40P01', '42703'])(
  'leaves nothing out when the fault is another: %s',
  async (code) => {
    await expect(storeWithoutFaulty([1, 2], () => Promise.reject(faultOf(code)))).rejects.toThrow('refused');
  },
);
