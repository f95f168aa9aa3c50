/** Paths of the descriptions; the models are in the same folder. */
export interface EngineModels {
  detector: string;
  reader: string;
}

const pathOf = (name: string) => new URL(`../../models/${name}.json`, import.meta.url).pathname;

/** The models that come with the product. */
export const ownModels: EngineModels = { detector: pathOf('detector'), reader: pathOf('reader') };
