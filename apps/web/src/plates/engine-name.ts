import { engineOfSource } from '@holdfast/domain';
import type { Translate } from '../i18n/i18n.tsx';

/** The engine that read a plate, in words. */
export const engineName = (sourceId: string, t: Translate): string => t(`engine.${engineOfSource(sourceId)}`);
