/** Whether a link leads to the machine it is opened on, so that it works nowhere else. */
export function isOwnAddress(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)$/.test(hostname);
}
