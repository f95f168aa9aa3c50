// The smaller build has no types of its own; its face is that of the large one.
declare module 'hls.js/light' {
  import Hls from 'hls.js';
  export default Hls;
}
