// An unattended wall comes back by itself.
const RETRY_MS = 15_000;

setInterval(async () => {
  const isBack = await fetch('/health', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isBack) location.reload();
}, RETRY_MS);
