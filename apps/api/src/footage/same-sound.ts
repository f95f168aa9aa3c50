import { type Database, findSegmentFile } from '@holdfast/db';
import type { FootageFiles } from './footage-files.ts';
import { formatOf } from './footage-format.ts';

/** Whether both files have audio, or neither: browsers cannot switch between footage with and without audio. */
export async function haveSameSound(
  { db, footage }: { db: Database; footage: FootageFiles },
  { userId, ids }: { userId: string; ids: readonly [number, number] },
): Promise<boolean> {
  const hasSound = async (id: number) => {
    const file = await findSegmentFile(db, { id, userId });
    return file && (await formatOf(await footage.open(file)))?.codecs.includes(',');
  };
  const [one, other] = await Promise.all(ids.map(hasSound));
  return one === other;
}
