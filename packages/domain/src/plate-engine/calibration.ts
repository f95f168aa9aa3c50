/** Platt scaling of a model's probabilities, fitted on plates it was not trained on. */
export interface Calibration {
  offset: number;
  slope: number;
}

const SMALLEST = 1e-6;

/** The share of reads with this probability that are right: 0.8 means that about 80 % are. */
export function calibratedConfidence(logProbability: number, { offset, slope }: Calibration): number {
  const probability = Math.min(1 - SMALLEST, Math.max(SMALLEST, Math.exp(logProbability)));
  const logit = Math.log(probability / (1 - probability));
  return 1 / (1 + Math.exp(-(offset + slope * logit)));
}
