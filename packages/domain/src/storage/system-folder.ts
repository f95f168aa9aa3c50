/**
 * Where the operating system, its package manager and its services keep their files. Paths are compared by name: what a
 * distribution does not have, it may get with the next package.
 */
const SYSTEM_FOLDERS: readonly string[] = [
  '/bin',
  '/boot',
  '/efi',
  '/etc',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/lost+found',
  '/nix/store',
  '/run',
  '/sbin',
  '/snap',
  '/usr',
  '/var/backups',
  '/var/cache',
  '/var/db',
  '/var/lock',
  '/var/log',
  '/var/mail',
  '/var/run',
  '/var/spool',
  ...[
    // Package managers.
    ...['apk', 'apt', 'dnf', 'dpkg', 'flatpak', 'pacman', 'portage', 'rpm', 'snapd', 'yum', 'zypp'],
    // Databases.
    ...['mariadb', 'mongodb', 'mysql', 'pgsql', 'postgres', 'postgresql', 'redis'],
    // Containers and virtual machines.
    ...['containerd', 'containers', 'docker', 'incus', 'kubelet', 'libvirt', 'lxc', 'lxd', 'rancher'],
    // The system itself.
    ...['NetworkManager', 'dbus', 'grub', 'initramfs-tools', 'systemd', 'udisks2'],
  ].map((name) => `/var/lib/${name}`),
];

/** Desktops mount disks below it. */
const MOUNTED_DISKS = '/run/media';

const isInside = (path: string, folder: string) => path.startsWith(`${folder}/`);

/** Whether a folder belongs to the operating system or contains what does. The path is absolute, without links. */
export function isSystemFolder(path: string): boolean {
  if (isInside(path, MOUNTED_DISKS)) return false;
  return SYSTEM_FOLDERS.some(
    (folder) => path === folder || isInside(path, folder) || isInside(folder, path === '/' ? '' : path),
  );
}
