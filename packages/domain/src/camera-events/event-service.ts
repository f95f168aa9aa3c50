/** The event service of a camera, and the login for it. */
export interface EventService {
  serviceUrl: string;
  login: { username: string; password: string } | null;
}

/**
 * The ONVIF service of a camera: at the host of its stream, unless another address is set. The login of the stream is for
 * that host only. Undefined if the address of the stream has no host.
 */
export function eventServiceOf({
  mainUrl,
  onvifUrl,
}: {
  mainUrl: string;
  onvifUrl: string | null;
}): EventService | undefined {
  if (!URL.canParse(mainUrl)) return undefined;
  const { hostname, username, password } = new URL(mainUrl);
  if (hostname === '') return undefined;
  const serviceUrl = onvifUrl ?? `http://${hostname}/onvif/device_service`;
  const isSameHost = URL.canParse(serviceUrl) && new URL(serviceUrl).hostname === hostname.toLowerCase();
  const login = username === '' || !isSameHost ? null : { username: decode(username), password: decode(password) };
  return { serviceUrl, login };
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A raw % in a password, not an escape.
  }
};
