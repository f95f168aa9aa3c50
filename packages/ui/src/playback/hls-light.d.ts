// The light build has no types of its own; its API is that of the full one.
declare module 'hls.js/light' {
  import Hls from 'hls.js';
  export default Hls;
}
