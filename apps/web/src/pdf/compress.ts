async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> {
  const piped = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(stream as TransformStream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** The zlib format, which both WOFF and PDF use. */
export const inflate = (bytes: Uint8Array) => through(bytes, new DecompressionStream('deflate'));
export const deflate = (bytes: Uint8Array) => through(bytes, new CompressionStream('deflate'));
