import { describe, expect, it } from 'vitest';
import { Canvas } from './canvas.ts';
import { doorOpen, frontDoor } from './front-door.ts';
import { drawLettering, letteringWidth } from './lettering.ts';
import { frameCount, type Scene } from './scene.ts';
import { streetByDay, streetByNight, streetPasses } from './street.ts';

const picture = (scene: Scene, frame: number) => {
  const canvas = new Canvas(scene.width, scene.height);
  scene.draw(canvas, frame);
  return canvas;
};
const brightness = ({ pixels }: Canvas) => pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
const changed = (a: Canvas, b: Canvas) =>
  a.pixels.filter((value, i) => Math.abs(value - (b.pixels[i] ?? 0)) > 24).length;

describe.each([streetByDay, streetByNight, frontDoor])('the scene $name', (scene) => {
  it('draws the same picture for the same frame, whatever was drawn before', () => {
    const canvas = new Canvas(scene.width, scene.height);
    scene.draw(canvas, 95);
    scene.draw(canvas, 10);
    expect(Buffer.from(canvas.pixels).equals(Buffer.from(picture(scene, 10).pixels))).toBe(true);
  });

  it('loops without a seam', () => {
    const [first, again] = [picture(scene, 0), picture(scene, frameCount(scene))];
    expect(Buffer.from(first.pixels).equals(Buffer.from(again.pixels))).toBe(true);
  });

  it('has quiet moments and moving ones', () => {
    expect(changed(picture(scene, 0), picture(scene, 1))).toBe(0);
    expect(changed(picture(scene, 0), picture(scene, 70))).toBeGreaterThan(1_000);
  });
});

it('is darker by night', () => {
  expect(brightness(picture(streetByNight, 0))).toBeLessThan(brightness(picture(streetByDay, 0)) / 3);
});

it('has the door open exactly when the sensor reports it', () => {
  const inHall = (second: number) => {
    const { pixels, width } = picture(frontDoor, second * frontDoor.fps);
    return pixels[(110 * width + 440) * 3] ?? 0;
  };
  expect(inHall(doorOpen.fromSecond - 1)).toBeLessThan(100);
  expect(inHall(doorOpen.fromSecond + 2)).toBeGreaterThan(200);
  expect(inHall(doorOpen.toSecond + 1)).toBeLessThan(100);
});

it('brings every car near enough for letters of more than 12 pixels', () => {
  for (const { plate, startSecond, facing } of streetPasses) {
    const near = facing === 'us' ? startSecond + 6.5 : startSecond + 0.4;
    const { pixels, width, height } = picture(streetByDay, Math.round(near * streetByDay.fps));
    // The tallest near-black column on white is the stem of a letter or the border of the plate.
    let tallest = 0;
    for (let x = 0; x < width; x += 1) {
      let white = 0;
      for (let y = 0; y < height; y += 1) if ((pixels[(y * width + x) * 3] ?? 0) > 238) white += 1;
      tallest = Math.max(tallest, white);
    }
    expect(tallest, plate).toBeGreaterThan(12);
  }
});

it('draws every letter and digit differently', () => {
  const seen = new Map<string, string>();
  for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789') {
    const canvas = new Canvas(Math.ceil(letteringWidth(letter, 30)) + 8, 40);
    drawLettering(canvas, letter, { x: 4, y: 4, height: 30, colour: [255, 255, 255] });
    const drawn = Buffer.from(canvas.pixels).toString('base64');
    expect(seen.get(drawn), letter).toBeUndefined();
    seen.set(drawn, letter);
  }
});
