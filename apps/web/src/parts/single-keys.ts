import { useLocalStorage } from '@mantine/hooks';

/** Letters, digits, punctuation and signs, in either case: what speaking to a computer or a slip of the hand produces. */
export const isCharacterKey = (key: string): boolean => [...key].length === 1 && key !== ' ';

/** Whether characters alone are shortcuts; kept in this browser. */
export const useSingleKeys = () =>
  useLocalStorage({ key: 'holdfast.singleKeys', defaultValue: true, getInitialValueInEffect: false });
