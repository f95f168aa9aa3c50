export interface RestreamAccount {
  username: string;
  password: string;
}

/** The address with the account in it, for programs that have no fields for a login. */
export function withAccount(url: string, { username, password }: RestreamAccount): string {
  const [scheme = '', rest = ''] = url.split('://');
  return `${scheme}://${encodeURIComponent(username)}:${encodeURIComponent(password)}@${rest}`;
}

/** A stream name that go2rtc and the hub take: lower-case letters, digits and underscores. */
export function streamNameOf(cameraName: string, cameraId: string): string {
  const plain = cameraName
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return plain === '' ? `camera_${cameraId.slice(0, 8)}` : plain.slice(0, 60);
}

/** One entry of the section `streams` of go2rtc.yaml. */
export const go2rtcLine = ({ name, url }: { name: string; url: string }): string => `  ${name}: ${url}`;
