export const cameraTabs = ['overview', 'general', 'recording', 'motion', 'plates'] as const;
export type CameraTab = (typeof cameraTabs)[number];

export const isCameraTab = (value: unknown): value is CameraTab => cameraTabs.some((tab) => tab === value);
