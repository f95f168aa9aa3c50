export { Canvas, type Colour, type Point } from './canvas.ts';
export { doorOpen, frontDoor } from './front-door.ts';
export { drawNumberPlate } from './number-plate.ts';
export { type RenderOptions, renderScene } from './render-scene.ts';
export { type Box, frameCount, type Scene, type SceneObject } from './scene.ts';
export { scenePicture } from './scene-picture.ts';
export { type Pass, type StreetPlan, street, streetByDay, streetByNight, streetPasses } from './street.ts';
