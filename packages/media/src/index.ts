export { createFrameGrabber, type FrameGrabber, type GrabResult } from './probe/grab-frame.ts';
export { createSourceProber, type ProbeResult, type SourceFacts, type SourceProber } from './probe/probe-source.ts';
