export interface TabSearch {
  tab?: string;
}

/** The tab in the address of a screen, so that a reload, a link and the way back to unsaved changes lead to it. */
export const readTabSearch = ({ tab }: Record<string, unknown>): TabSearch => (typeof tab === 'string' ? { tab } : {});

/** The tab that is open: the first one if the address has none, or one that does not exist. */
export const openTab = <Name extends string>(names: readonly Name[], wanted: string | undefined): Name | undefined =>
  names.find((name) => name === wanted) ?? names[0];
