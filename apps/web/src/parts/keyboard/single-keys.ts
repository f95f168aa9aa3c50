import { useLocalStorage } from '@mantine/hooks';

/** Letters, digits, punctuation and symbols: keys that voice input or accidental presses produce. */
export const isCharacterKey = (key: string): boolean => [...key].length === 1 && key !== ' ';

/** Whether single characters are shortcuts; stored in this browser. */
export const useSingleKeys = () =>
  useLocalStorage({ key: 'holdfast.singleKeys', defaultValue: true, getInitialValueInEffect: false });
