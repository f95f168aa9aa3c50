export const isTimeOfDay = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** `03:15` is minute 195 of the day; the text is a time of day. */
export const minuteOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const twoDigits = (figure: number) => String(figure).padStart(2, '0');

/** Minute 195 of the day is `03:15`. */
export const timeOfDay = (minute: number): string => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
