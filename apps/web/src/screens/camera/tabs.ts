import { features } from '../../features.ts';

const allTabs = ['overview', 'general', 'recording', 'motion', 'home', 'plates'] as const;
export type CameraTab = (typeof allTabs)[number];

export const cameraTabs: readonly CameraTab[] = allTabs.filter((tab) => tab !== 'motion' || features.motion);

export const isCameraTab = (value: unknown): value is CameraTab => cameraTabs.some((tab) => tab === value);
