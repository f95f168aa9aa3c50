// Shows a page instead of the browser's error while the server cannot be reached. Nothing else passes through it: footage,
// pictures and answers always come from the server, and the hashed files of the console are cached by the browser itself.
const CACHE = 'holdfast-offline-4';
const OFFLINE = '/ui/offline.html';

self.addEventListener('install', (event) => {
  // Requests that a page sends while it unloads would be lost if they passed through the worker.
  event.addRoutes?.(['cors', 'same-origin'].map((requestMode) => ({ condition: { requestMode }, source: 'network' })));
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll([OFFLINE, '/ui/offline.css', '/ui/offline.js', '/ui/logo.svg'])),
  );
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const removeOld = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(removeOld());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  else if (/\/ui\/(offline\.css|offline\.js|logo\.svg)$/.test(request.url))
    event.respondWith(fetch(request).catch(() => caches.match(request)));
});
