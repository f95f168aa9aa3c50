export {
  type AccessUnit,
  type AccessUnitSink,
  type KeyframeKind,
  type UnitFault,
  unitLimits,
} from './access-unit/access-unit.ts';
export { AccessUnitAssembler } from './access-unit/access-unit-assembler.ts';
export { ByteArena } from './access-unit/byte-arena.ts';
export type { PictureSetup } from './access-unit/parameter-book.ts';
export { SlabPool } from './access-unit/slab-pool.ts';
export { type AnimationKind, animationKinds, type ClipAnimator, createClipAnimator } from './clip/animate-clip.ts';
export {
  type ClipOrder,
  type ClipQuality,
  type ClipRenderer,
  type ClipResult,
  createClipRenderer,
  downloadLeadMs,
} from './clip/write-clip.ts';
export { ClockMap } from './clock/clock-map.ts';
export { PictureClock, TICKS_PER_SECOND } from './clock/picture-clock.ts';
export type { ExportOrder, ExportResult } from './export/export-order.ts';
export type { FootageSource } from './export/footage-source.ts';
export type { ExportTool } from './export/run-fed-ffmpeg.ts';
export { writeExport } from './export/write-export.ts';
export { childEnv } from './ffmpeg/child-env.ts';
export { type FfmpegExit, type FfmpegPlan, type FfmpegProcess, startFfmpeg } from './ffmpeg/ffmpeg-process.ts';
export { type PublishPlan, publishArgs } from './ffmpeg/publish-args.ts';
export { RunningDecodeTimes } from './fragment/decode-times.ts';
export { fileHead, SOUND_RATE_HZ, type SoundSetup } from './fragment/file-head.ts';
export { emptyIndex, fileIndex, INDEX_BYTES, type IndexedPart, MAX_REFERENCES } from './fragment/file-index.ts';
export { type FragmentSound, fragmentHead, SAMPLES_PER_FRAME } from './fragment/fragment-head.ts';
export { missingIndex } from './fragment/missing-index.ts';
export type { FragmentStart, PictureFragment, PictureSample } from './fragment/picture-fragment.ts';
export { type StreamFindings, StreamFragments } from './fragment/stream-fragments.ts';
export {
  type FrameDecoder,
  type FrameDecoderPlan,
  type FrameHealth,
  startFrameDecoder,
} from './frames/decode-frames.ts';
export type { FramePlan } from './frames/frame-args.ts';
export { createNewestFrame, type NewestFrame } from './frames/newest-frame.ts';
export type { Picture } from './frames/picture-splitter.ts';
export type { Frame, FrameChildEnd } from './frames/run-frame-child.ts';
export { type OpenedMedia, openMedia, readInit } from './hls/open-media.ts';
export type { PieceSource } from './hls/piece-source.ts';
export { type PlaylistAddresses, printPlaylist } from './hls/print-playlist.ts';
export { createSegmentTranscoder, type SegmentTranscoder, type Transcoding } from './hls/transcode-segment.ts';
export { describeStream, type StreamDescription } from './live/describe-stream.ts';
export type { LiveFeed, LiveFeedEvents, LiveFragment, LiveInit } from './live/live-media.ts';
export { openReading, type Reading } from './live/open-reading.ts';
export { isAudible, startLiveFeed } from './live/start-live-feed.ts';
export { startTranscode, type TranscodeOptions } from './live/start-transcode.ts';
export { type ByteSource, fileSource, type OpenedBytes, openByteSource, openedBytes } from './mp4/byte-source.ts';
export { readInitFacts } from './mp4/init-facts.ts';
export { isWholeMp4 } from './mp4/is-whole-mp4.ts';
export type { FragmentTrack } from './mp4/moof.ts';
export type { InitFacts } from './mp4/moov.ts';
export type { TrackFormat } from './mp4/sample-entry.ts';
export {
  MIN_SEGMENT_BYTES,
  readOpenedSegment,
  readSegmentFacts,
  type SegmentFacts,
  type SegmentReading,
  type SegmentTrack,
} from './mp4/segment-facts.ts';
export type { Sidx, SidxReference } from './mp4/sidx.ts';
export type { SidxVerdict } from './mp4/sidx-check.ts';
export type { Fragment } from './mp4/walk-segment.ts';
export {
  createDeviceDiscovery,
  type DeviceDiscovery,
  type DiscoveredDevice,
  ONVIF_GROUP,
} from './onvif/discover-devices.ts';
export {
  type CameraEventsFollowing,
  type CameraEventsOptions,
  followCameraEvents,
} from './onvif/follow-camera-events.ts';
export {
  createDeviceStreamLister,
  type DeviceStream,
  type DeviceStreamLister,
  type DeviceStreams,
} from './onvif/list-device-streams.ts';
export { type Decoding, type DecodingEnd, decodePictures } from './pictures/decode-pictures.ts';
export { type Crop, cutCrop, encodeCrop } from './pictures/encode-crop.ts';
export { chromaSizeOf, type FullPicture } from './pictures/full-picture.ts';
export {
  type HeldDecoding,
  type HeldPicture,
  type HeldVideo,
  openHeldVideo,
} from './pictures/held-video.ts';
export { fileInputArgs, type PicturePlan } from './pictures/picture-args.ts';
export { type PinnedSource, pinSource } from './probe/pin-source.ts';
export { createSourceProber, type ProbeResult, type SourceFacts, type SourceProber } from './probe/probe-source.ts';
export { Relay, type RelayOptions, type SourceStates, startRelay } from './relay/relay.ts';
export type { FedFrom, FedSource, Publisher, RelayTiming, SourcePlan, SourceStats } from './relay/relay-source.ts';
export { isVideo, type MediaTrack, type VideoTrack } from './rtp/sdp.ts';
export type { CameraTrust } from './rtsp/camera-connection.ts';
export { type CameraUrl, parseCameraUrl } from './rtsp/camera-url.ts';
export { sameSecret } from './rtsp/digest-auth.ts';
export { isSameMachine } from './rtsp/own-process.ts';
export { type Authorize, type StreamCredentials, type StreamPurpose, tokenUsername } from './rtsp/reader-gate.ts';
export type { SourceFault, SourceState } from './rtsp/source-state.ts';
export type { OpenedStream } from './rtsp/stream-directory.ts';
export type { SoundTool } from './sound/sound-encoder.ts';
export { FRAME_TICKS, type SoundState, StreamSound, type TimedSound } from './sound/stream-sound.ts';
export { createPictureCutter, type PictureCutter } from './stills/cut-picture.ts';
export {
  createFrameExtractor,
  type FrameExtractor,
  type FrameRequest,
  type FrameResult,
} from './stills/extract-frame.ts';
export { createFrameGrabber, type FrameGrabber, type GrabResult } from './stills/grab-frame.ts';
export {
  createKeyframeDecoder,
  type KeyframeDecoder,
  type KeyframeSource,
  MAX_KEYFRAMES,
} from './stills/keyframe-pictures.ts';
export { createPictureScaler, type PictureScaler } from './stills/scale-picture.ts';
export type { PacketConsumer } from './stream/packet-consumer.ts';
export { type ChosenFormats, chooseFormats } from './webrtc/choose-formats.ts';
export { NoPortLeft, openPeer, type WebrtcNetwork, type WebrtcPeer } from './webrtc/open-peer.ts';
export { MAX_OFFER_CHARACTERS, type Offer, type OfferReading, readOffer } from './webrtc/read-offer.ts';
