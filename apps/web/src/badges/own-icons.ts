import { drawIcon } from '../parts/icons/draw-icon.ts';

export const IconDoorOpen = drawIcon(['M3 21h18', 'M6 21V3h12v18', 'M6 3l7 3v15', 'M10 13v.01']);
export const IconDoorSliding = drawIcon(['M3 21h18', 'M4 21V4h16v17', 'M12 4v17', 'M10 12v2', 'M14 12v2']);
export const IconDoorSlidingOpen = drawIcon(['M3 21h18', 'M4 21V4h16v17', 'M9 4v17', 'M7 12v2', 'M16 10l2 2-2 2']);
export const IconGarage = drawIcon(['M3 21V9l9-6 9 6v12', 'M7 21v-9h10v9', 'M7 15h10', 'M7 18h10']);
export const IconGarageOpen = drawIcon(['M3 21V9l9-6 9 6v12', 'M7 21v-9h10v9']);
export const IconGate = drawIcon(['M3 21V8', 'M21 21V8', 'M3 11h18', 'M3 18h18', 'M9 11v7', 'M15 11v7']);
export const IconGateOpen = drawIcon(['M3 21V8', 'M21 21V8', 'M3 11l6 2v8l-6-3', 'M21 11l-6 2v8l6-3']);
export const IconRadiator = drawIcon(['M4 6v12', 'M8 6v12', 'M12 6v12', 'M16 6v12', 'M20 6v12', 'M4 8h16', 'M4 16h16']);
export const IconShutter = drawIcon(['M4 3h16v18H4z', 'M4 8h16', 'M4 12h16', 'M4 16h16']);
export const IconShutterOpen = drawIcon(['M4 3h16v18H4z', 'M4 7h16']);
export const IconWindowOpen = drawIcon(['M3 4h7v16H3z', 'M21 4h-7v16h7', 'M10 4l5 3v10l-5 3']);
