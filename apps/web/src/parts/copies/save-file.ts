/** Opens a download URL; the browser streams the file to disk. */
export function startDownload(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Saves bytes as a file. */
export function saveFile(bytes: unknown, name: string): void {
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/octet-stream' }));
  startDownload(url, name);
  // Some browsers ask for a location first and read the URL later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
