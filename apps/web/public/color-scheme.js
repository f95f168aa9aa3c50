// Runs before the first paint, so that a dark console never flashes white. A file, because the CSP allows no inline script.
(() => {
  let chosen = 'auto';
  try {
    chosen = localStorage.getItem('holdfast.scheme') ?? 'auto';
  } catch {
    // Local storage is blocked: follow the system.
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
})();
