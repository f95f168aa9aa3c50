import { drawIcon } from './draw-icon.ts';

// Drawings of Tabler Icons 3.51 (MIT, see tabler-icons.license): its package is 88 MB for these few.
export const IconActivity = drawIcon(['M3 12h4l3 8l4 -16l3 8h4']);
export const IconAlertTriangle = drawIcon([
  'M12 9v4',
  'M10.363 3.591l-8.106 13.534a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636 -2.87l-8.106 -13.536a1.914 1.914 0 0 0 -3.274 0',
  'M12 16h.01',
]);
export const IconArrowBackUp = drawIcon(['M9 14l-4 -4l4 -4', 'M5 10h11a4 4 0 1 1 0 8h-1']);
export const IconArrowForwardUp = drawIcon(['M15 14l4 -4l-4 -4', 'M19 10h-11a4 4 0 1 0 0 8h1']);
export const IconArrowsMinimize = drawIcon([
  'M5 9l4 0l0 -4',
  'M3 3l6 6',
  'M5 15l4 0l0 4',
  'M3 21l6 -6',
  'M19 9l-4 0l0 -4',
  'M15 9l6 -6',
  'M19 15l-4 0l0 4',
  'M15 15l6 6',
]);
export const IconBell = drawIcon([
  'M10 5a2 2 0 1 1 4 0a7 7 0 0 1 4 6v3a4 4 0 0 0 2 3h-16a4 4 0 0 0 2 -3v-3a7 7 0 0 1 4 -6',
  'M9 17v1a3 3 0 0 0 6 0v-1',
]);
export const IconBellRinging = drawIcon([
  'M10 5a2 2 0 0 1 4 0a7 7 0 0 1 4 6v3a4 4 0 0 0 2 3h-16a4 4 0 0 0 2 -3v-3a7 7 0 0 1 4 -6',
  'M9 17v1a3 3 0 0 0 6 0v-1',
  'M21 6.727a11.05 11.05 0 0 0 -2.794 -3.727',
  'M3 6.727a11.05 11.05 0 0 1 2.792 -3.727',
]);
export const IconBellZ = drawIcon([
  'M10 5a2 2 0 1 1 4 0a7 7 0 0 1 4 6v3a4 4 0 0 0 2 3h-16a4 4 0 0 0 2 -3v-3a7 7 0 0 1 4 -6',
  'M9 17v1a3 3 0 0 0 6 0v-1',
  'M10 9h4l-4 4h4',
]);
export const IconBookmark = drawIcon(['M18 7v14l-6 -4l-6 4v-14a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4']);
export const IconBracketsContainEnd = drawIcon(['M14 4h4v16h-4', 'M5 16h.01', 'M9 16h.01', 'M13 16h.01']);
export const IconBracketsContainStart = drawIcon(['M9 4h-4v16h4', 'M18 16h-.01', 'M14 16h-.01', 'M10 16h-.01']);
export const IconBroadcast = drawIcon([
  'M18.364 19.364a9 9 0 1 0 -12.728 0',
  'M15.536 16.536a5 5 0 1 0 -7.072 0',
  'M11 13a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
]);
export const IconCalendar = drawIcon([
  'M4 7a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-12',
  'M16 3v4',
  'M8 3v4',
  'M4 11h16',
]);
export const IconCalendarTime = drawIcon([
  'M11.795 21h-6.795a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v4',
  'M14 18a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
  'M15 3v4',
  'M7 3v4',
  'M3 11h16',
  'M18 16.496v1.504l1 1',
]);
export const IconCar = drawIcon([
  'M5 17a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M15 17a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M5 17h-2v-6l2 -5h9l4 5h1a2 2 0 0 1 2 2v4h-2m-4 0h-6m-6 -6h15m-6 0v-5',
]);
export const IconChartBar = drawIcon([
  'M3 13a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -6',
  'M15 9a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v10a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -10',
  'M9 5a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v14a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -14',
  'M4 20h14',
]);
export const IconCheck = drawIcon(['M5 12l5 5l10 -10']);
export const IconChevronLeft = drawIcon(['M15 6l-6 6l6 6']);
export const IconChevronLeftPipe = drawIcon(['M7 6v12', 'M18 6l-6 6l6 6']);
export const IconChevronRight = drawIcon(['M9 6l6 6l-6 6']);
export const IconChevronRightPipe = drawIcon(['M6 6l6 6l-6 6', 'M17 5v13']);
export const IconClipboardList = drawIcon([
  'M9 5h-2a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-12a2 2 0 0 0 -2 -2h-2',
  'M9 5a2 2 0 0 1 2 -2h2a2 2 0 0 1 2 2a2 2 0 0 1 -2 2h-2a2 2 0 0 1 -2 -2',
  'M9 12l.01 0',
  'M13 12l2 0',
  'M9 16l.01 0',
  'M13 16l2 0',
]);
export const IconClock = drawIcon(['M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0', 'M12 7v5l3 3']);
export const IconCopy = drawIcon([
  'M7 9.667a2.667 2.667 0 0 1 2.667 -2.667h8.666a2.667 2.667 0 0 1 2.667 2.667v8.666a2.667 2.667 0 0 1 -2.667 2.667h-8.666a2.667 2.667 0 0 1 -2.667 -2.667l0 -8.666',
  'M4.012 16.737a2.005 2.005 0 0 1 -1.012 -1.737v-10c0 -1.1 .9 -2 2 -2h10c.75 0 1.158 .385 1.5 1',
]);
export const IconDatabase = drawIcon([
  'M4 6a8 3 0 1 0 16 0a8 3 0 1 0 -16 0',
  'M4 6v6a8 3 0 0 0 16 0v-6',
  'M4 12v6a8 3 0 0 0 16 0v-6',
]);
export const IconDeviceCctv = drawIcon([
  'M3 4a1 1 0 0 1 1 -1h16a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1l0 -2',
  'M8 14a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
  'M19 7v7a7 7 0 0 1 -14 0v-7',
  'M12 14l.01 0',
]);
export const IconDeviceDesktop = drawIcon([
  'M3 5a1 1 0 0 1 1 -1h16a1 1 0 0 1 1 1v10a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-10',
  'M7 20h10',
  'M9 16v4',
  'M15 16v4',
]);
export const IconDots = drawIcon([
  'M4 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M18 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
]);
export const IconDownload = drawIcon(['M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2', 'M7 11l5 5l5 -5', 'M12 4l0 12']);
export const IconExternalLink = drawIcon([
  'M12 6h-6a2 2 0 0 0 -2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-6',
  'M11 13l9 -9',
  'M15 4h5v5',
]);
export const IconEye = drawIcon([
  'M10 12a2 2 0 1 0 4 0a2 2 0 0 0 -4 0',
  'M21 12c-2.4 4 -5.4 6 -9 6c-3.6 0 -6.6 -2 -9 -6c2.4 -4 5.4 -6 9 -6c3.6 0 6.6 2 9 6',
]);
export const IconFileExport = drawIcon([
  'M14 3v4a1 1 0 0 0 1 1h4',
  'M11.5 21h-4.5a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v5m-5 6h7m-3 -3l3 3l-3 3',
]);
export const IconFolder = drawIcon([
  'M5 4h4l3 3h7a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-11a2 2 0 0 1 2 -2',
]);
export const IconGripVertical = drawIcon([
  'M8 5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M8 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M8 19a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M14 5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M14 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M14 19a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
]);
export const IconHistory = drawIcon(['M12 8l0 4l2 2', 'M3.05 11a9 9 0 1 1 .5 4m-.5 5v-5h5']);
export const IconInfoCircle = drawIcon(['M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0', 'M12 9h.01', 'M11 12h1v4h1']);
export const IconKey = drawIcon([
  'M16.555 3.843l3.602 3.602a2.877 2.877 0 0 1 0 4.069l-2.643 2.643a2.877 2.877 0 0 1 -4.069 0l-.301 -.301l-6.558 6.558a2 2 0 0 1 -1.239 .578l-.175 .008h-1.172a1 1 0 0 1 -.993 -.883l-.007 -.117v-1.172a2 2 0 0 1 .467 -1.284l.119 -.13l.414 -.414h2v-2h2v-2l2.144 -2.144l-.301 -.301a2.877 2.877 0 0 1 0 -4.069l2.643 -2.643a2.877 2.877 0 0 1 4.069 0',
  'M15 9h.01',
]);
export const IconKeyboard = drawIcon([
  'M2 8a2 2 0 0 1 2 -2h16a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2l0 -8',
  'M6 10l0 .01',
  'M10 10l0 .01',
  'M14 10l0 .01',
  'M18 10l0 .01',
  'M6 14l0 .01',
  'M18 14l0 .01',
  'M10 14l4 .01',
]);
export const IconLinkOff = drawIcon([
  'M9 15l3 -3m2 -2l1 -1',
  'M11 6l.463 -.536a5 5 0 0 1 7.071 7.072l-.534 .464',
  'M3 3l18 18',
  'M13 18l-.397 .534a5.068 5.068 0 0 1 -7.127 0a4.972 4.972 0 0 1 0 -7.071l.524 -.463',
]);
export const IconLock = drawIcon([
  'M5 13a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-6',
  'M11 16a1 1 0 1 0 2 0a1 1 0 0 0 -2 0',
  'M8 11v-4a4 4 0 1 1 8 0v4',
]);
export const IconLogout = drawIcon([
  'M14 8v-2a2 2 0 0 0 -2 -2h-7a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h7a2 2 0 0 0 2 -2v-2',
  'M9 12h12l-3 -3',
  'M18 15l3 -3',
]);
export const IconMapPin = drawIcon([
  'M9 11a3 3 0 1 0 6 0a3 3 0 0 0 -6 0',
  'M17.657 16.657l-4.243 4.243a2 2 0 0 1 -2.827 0l-4.244 -4.243a8 8 0 1 1 11.314 0',
]);
export const IconMaximize = drawIcon([
  'M4 8v-2a2 2 0 0 1 2 -2h2',
  'M4 16v2a2 2 0 0 0 2 2h2',
  'M16 4h2a2 2 0 0 1 2 2v2',
  'M16 20h2a2 2 0 0 0 2 -2v-2',
]);
export const IconMinimize = drawIcon([
  'M15 19v-2a2 2 0 0 1 2 -2h2',
  'M15 5v2a2 2 0 0 0 2 2h2',
  'M5 15h2a2 2 0 0 1 2 2v2',
  'M5 9h2a2 2 0 0 0 2 -2v-2',
]);
export const IconMoon = drawIcon([
  'M12 3c.132 0 .263 0 .393 0a7.5 7.5 0 0 0 7.92 12.446a9 9 0 1 1 -8.313 -12.454l0 .008',
]);
export const IconPalette = drawIcon([
  'M12 21a9 9 0 0 1 0 -18c4.97 0 9 3.582 9 8c0 1.06 -.474 2.078 -1.318 2.828c-.844 .75 -1.989 1.172 -3.182 1.172h-2.5a2 2 0 0 0 -1 3.75a1.3 1.3 0 0 1 -1 2.25',
  'M7.5 10.5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M11.5 7.5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M15.5 10.5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
]);
export const IconPencil = drawIcon(['M4 20h4l10.5 -10.5a2.828 2.828 0 1 0 -4 -4l-10.5 10.5v4', 'M13.5 6.5l4 4']);
export const IconPhotoOff = drawIcon([
  'M15 8h.01',
  'M7 3h11a3 3 0 0 1 3 3v11m-.856 3.099a2.991 2.991 0 0 1 -2.144 .901h-12a3 3 0 0 1 -3 -3v-12c0 -.845 .349 -1.608 .91 -2.153',
  'M3 16l5 -5c.928 -.893 2.072 -.893 3 0l5 5',
  'M16.33 12.338c.574 -.054 1.155 .166 1.67 .662l3 3',
  'M3 3l18 18',
]);
export const IconPlayerPause = drawIcon([
  'M6 6a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1v12a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1l0 -12',
  'M14 6a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1v12a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1l0 -12',
]);
export const IconPlayerPlay = drawIcon(['M7 4v16l13 -8l-13 -8']);
export const IconPlayerSkipBack = drawIcon(['M20 5v14l-12 -7l12 -7', 'M4 5l0 14']);
export const IconPlayerSkipForward = drawIcon(['M4 5v14l12 -7l-12 -7', 'M20 5l0 14']);
export const IconPlugConnectedX = drawIcon([
  'M20 16l-4 4',
  'M7 12l5 5l-1.5 1.5a3.536 3.536 0 1 1 -5 -5l1.5 -1.5',
  'M17 12l-5 -5l1.5 -1.5a3.536 3.536 0 1 1 5 5l-1.5 1.5',
  'M3 21l2.5 -2.5',
  'M18.5 5.5l2.5 -2.5',
  'M10 11l-2 2',
  'M13 14l-2 2',
  'M16 16l4 4',
]);
export const IconPlus = drawIcon(['M12 5l0 14', 'M5 12l14 0']);
export const IconPolygon = drawIcon([
  'M10 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M17 8a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M3 11a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M13 19a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M6.5 9.5l3.5 -3',
  'M14 5.5l3 1.5',
  'M18.5 10l-2.5 7',
  'M13.5 17.5l-7 -5',
]);
export const IconRadar2 = drawIcon([
  'M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M15.51 15.56a5 5 0 1 0 -3.51 1.44',
  'M18.832 17.86a9 9 0 1 0 -6.832 3.14',
  'M12 12v9',
]);
export const IconRefresh = drawIcon([
  'M20 11a8.1 8.1 0 0 0 -15.5 -2m-.5 -4v4h4',
  'M4 13a8.1 8.1 0 0 0 15.5 2m.5 4v-4h-4',
]);
export const IconScan = drawIcon([
  'M5 12h14',
  'M3 7v-2a2 2 0 0 1 2 -2h2',
  'M3 17v2a2 2 0 0 0 2 2h2',
  'M17 3h2a2 2 0 0 1 2 2v2',
  'M17 21h2a2 2 0 0 0 2 -2v-2',
]);
export const IconSearch = drawIcon(['M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0', 'M21 21l-6 -6']);
export const IconSend = drawIcon([
  'M10 14l11 -11',
  'M21 3l-6.5 18a.55 .55 0 0 1 -1 0l-3.5 -7l-7 -3.5a.55 .55 0 0 1 0 -1l18 -6.5',
]);
export const IconSettings = drawIcon([
  'M10.325 4.317c.426 -1.756 2.924 -1.756 3.35 0a1.724 1.724 0 0 0 2.573 1.066c1.543 -.94 3.31 .826 2.37 2.37a1.724 1.724 0 0 0 1.065 2.572c1.756 .426 1.756 2.924 0 3.35a1.724 1.724 0 0 0 -1.066 2.573c.94 1.543 -.826 3.31 -2.37 2.37a1.724 1.724 0 0 0 -2.572 1.065c-.426 1.756 -2.924 1.756 -3.35 0a1.724 1.724 0 0 0 -2.573 -1.066c-1.543 .94 -3.31 -.826 -2.37 -2.37a1.724 1.724 0 0 0 -1.065 -2.572c-1.756 -.426 -1.756 -2.924 0 -3.35a1.724 1.724 0 0 0 1.066 -2.573c-.94 -1.543 .826 -3.31 2.37 -2.37c1 .608 2.296 .07 2.572 -1.065',
  'M9 12a3 3 0 1 0 6 0a3 3 0 0 0 -6 0',
]);
export const IconShare3 = drawIcon([
  'M13 4v4c-6.575 1.028 -9.02 6.788 -10 12c-.037 .206 5.384 -5.962 10 -6v4l8 -7l-8 -7',
]);
export const IconShieldCheck = drawIcon([
  'M11.46 20.846a12 12 0 0 1 -7.96 -14.846a12 12 0 0 0 8.5 -3a12 12 0 0 0 8.5 3a12 12 0 0 1 -.09 7.06',
  'M15 19l2 2l4 -4',
]);
export const IconSmartHome = drawIcon([
  'M19 8.71l-5.333 -4.148a2.666 2.666 0 0 0 -3.274 0l-5.334 4.148a2.665 2.665 0 0 0 -1.029 2.105v7.2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-7.2c0 -.823 -.38 -1.6 -1.03 -2.105',
  'M16 15c-2.21 1.333 -5.792 1.333 -8 0',
]);
export const IconSun = drawIcon([
  'M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
  'M3 12h1m8 -9v1m8 8h1m-9 8v1m-6.4 -15.4l.7 .7m12.1 -.7l-.7 .7m0 11.4l.7 .7m-12.1 -.7l-.7 .7',
]);
export const IconTrash = drawIcon([
  'M4 7l16 0',
  'M10 11l0 6',
  'M14 11l0 6',
  'M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2 -2l1 -12',
  'M9 7v-3a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v3',
]);
export const IconUpload = drawIcon(['M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2', 'M7 9l5 -5l5 5', 'M12 4l0 12']);
export const IconUser = drawIcon(['M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0', 'M6 21v-2a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v2']);
export const IconUsers = drawIcon([
  'M5 7a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
  'M3 21v-2a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v2',
  'M16 3.13a4 4 0 0 1 0 7.75',
  'M21 21v-2a4 4 0 0 0 -3 -3.85',
]);
export const IconVideo = drawIcon([
  'M15 10l4.553 -2.276a1 1 0 0 1 1.447 .894v6.764a1 1 0 0 1 -1.447 .894l-4.553 -2.276v-4',
  'M3 8a2 2 0 0 1 2 -2h8a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2l0 -8',
]);
export const IconVolume = drawIcon([
  'M15 8a5 5 0 0 1 0 8',
  'M17.7 5a9 9 0 0 1 0 14',
  'M6 15h-2a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1h2l3.5 -4.5a.8 .8 0 0 1 1.5 .5v14a.8 .8 0 0 1 -1.5 .5l-3.5 -4.5',
]);
export const IconVolumeOff = drawIcon([
  'M15 8a5 5 0 0 1 1.912 4.934m-1.377 2.602a5 5 0 0 1 -.535 .464',
  'M17.7 5a9 9 0 0 1 2.362 11.086m-1.676 2.299a9 9 0 0 1 -.686 .615',
  'M9.069 5.054l.431 -.554a.8 .8 0 0 1 1.5 .5v2m0 4v8a.8 .8 0 0 1 -1.5 .5l-3.5 -4.5h-2a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1h2l1.294 -1.664',
  'M3 3l18 18',
]);
export const IconX = drawIcon(['M18 6l-12 12', 'M6 6l12 12']);
export const IconZoomIn = drawIcon(['M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0', 'M7 10l6 0', 'M10 7l0 6', 'M21 21l-6 -6']);
export const IconZoomOut = drawIcon(['M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0', 'M7 10l6 0', 'M21 21l-6 -6']);
export const IconZoomReset = drawIcon([
  'M21 21l-6 -6',
  'M3.268 12.043a7.017 7.017 0 0 0 6.634 4.957a7.012 7.012 0 0 0 7.043 -6.131a7 7 0 0 0 -5.314 -7.672a7.021 7.021 0 0 0 -8.241 4.403',
  'M3 4v4h4',
]);
