/** One project per kind of external dependency of a test, distinguished by the file's ending. */
const endings = {
  db: '{packages,apps,tools}/**/*.db.test.ts',
  media: '{packages,apps}/**/*.media.test.ts',
  /** The whole product, without a browser. */
  product: 'e2e/**/*.product.test.ts',
  e2e: 'e2e/**/*.e2e.test.ts',
  /** Long forms, only for npm run soak. */
  soak: '{packages,apps,e2e}/**/*.soak.test.ts',
};

export type TestKind = 'unit' | keyof typeof endings;

const dependencies = '**/node_modules/**';

/** The files that each project runs. */
export const testKinds: Record<TestKind, { include: string[]; exclude: string[] }> = {
  unit: {
    include: ['{packages,apps,tools,bench}/**/*.test.ts'],
    exclude: [dependencies, ...Object.values(endings)],
  },
  db: { include: [endings.db], exclude: [dependencies] },
  media: { include: [endings.media], exclude: [dependencies] },
  product: { include: [endings.product], exclude: [dependencies] },
  e2e: { include: [endings.e2e], exclude: [dependencies] },
  soak: { include: [endings.soak], exclude: [dependencies] },
};
