/**
 * Reads the timestamps of frames from the lines of the showinfo filter. The seconds it prints have six digits, which is
 * a tenth of a second after three hours and a second after a day; the exact time is a count of the time base, which is
 * printed once before the first frame.
 */
export class FrameTimes {
  #msPerTick: number | undefined;

  /** The timestamp in milliseconds; undefined for every other line. */
  read(line: string): number | undefined {
    if (!line.includes('Parsed_showinfo')) return undefined;
    const base = / config in time_base: *(\d+)\/(\d+)/.exec(line);
    if (base && Number(base[2]) > 0) this.#msPerTick = (Number(base[1]) * 1000) / Number(base[2]);
    const [, ticks, seconds] = / n: *\d+ pts: *(-?\d+) +pts_time:(\S+)/.exec(line) ?? [];
    if (ticks === undefined) return undefined;
    return this.#msPerTick === undefined ? Number(seconds) * 1000 : Number(ticks) * this.#msPerTick;
  }
}
