import { type Pass, type Scene, street } from '@holdfast/scenes';

const letters = 'ABCDEFHJKLMNPRSTUVWXYZ';
/** Plates that differ in most of their characters. */
const testPlate = (i: number): string => {
  const at = (step: number) => letters.charAt((i * step + step) % letters.length);
  return `${at(5)}${at(7)}${at(9)}${String((i * 7_919 + 1_234) % 10_000).padStart(4, '2')}`;
};

const paints = [
  [178, 34, 38],
  [46, 82, 150],
  [226, 226, 222],
  [52, 58, 60],
] as const;

/** The least that shows a car from far to gone; each second is drawn and encoded. */
export function oneCar({ name, seconds }: { name: string; seconds: number }): { scene: Scene; plate: string } {
  const plate = testPlate(0);
  const passes: Pass[] = [{ plate, paint: paints[0], facing: 'us', startSecond: 0.2 }];
  return { scene: street({ name, seconds, light: 'day', passes }), plate };
}

const APART_SECONDS = 8;

/** A number of cars one after the other; every fifth meets the next one, which drives the other way. */
export function driveBy({
  name,
  cars,
  ...plan
}: {
  name: string;
  cars: number;
  light: 'day' | 'night';
  rain?: boolean;
  parked?: { plate: string };
}): { scene: Scene; passes: Pass[] } {
  let second = 0.2;
  const passes = Array.from({ length: cars }, (_, i): Pass => {
    const startSecond = second;
    const meetsNext = i % 5 === 1;
    second += meetsNext ? 0.6 : APART_SECONDS;
    const paint = paints[i % paints.length] ?? paints[0];
    return { plate: testPlate(i), paint, facing: i % 5 === 2 ? 'away' : 'us', startSecond };
  });
  const { parked, ...rest } = plan;
  const scene = street({
    name,
    passes,
    seconds: Math.ceil(second),
    ...rest,
    ...(parked && { parked: { plate: parked.plate, paint: paints[1] } }),
  });
  return { scene, passes };
}
