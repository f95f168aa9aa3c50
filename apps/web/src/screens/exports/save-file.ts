/** Follows an address that answers with a file to keep; the browser fetches it by itself, however large it is. */
export function followDownload(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Gives the browser bytes to keep as a file. */
export function saveFile(bytes: unknown, name: string): void {
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/octet-stream' }));
  followDownload(url, name);
  // The click has taken it by then; a minute is for browsers that ask where to put it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
