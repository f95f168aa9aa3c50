/** Needed to install the console as an app, and shows a page of our own while the server is away. Only over TLS or on this machine. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // A browser that refuses it, as in a private window, works without.
  void navigator.serviceWorker.register('/ui/service-worker.js', { scope: '/ui/' }).catch(() => undefined);
}
