interface LockEntry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  integrity?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
}
export const lockfileGaps: (lock: { packages: Record<string, LockEntry> }) => Record<string, LockEntry>;
export const withoutIntegrity: (lock: { packages: Record<string, LockEntry> }) => string[];
export const unverifiable: (lock: { packages: Record<string, LockEntry> }) => string[];
