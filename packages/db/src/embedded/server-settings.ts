import { totalmem } from 'node:os';

const MEGABYTE = 1024 * 1024;

// An eighth of the memory, for indexes of millions of rows; unused pages are never allocated.
const sharedBufferMegabytes = () => Math.trunc(Math.max(128, Math.min(1024, totalmem() / MEGABYTE / 8)));

/**
 * Settings for the load and memory of an idle server. They do not weaken durability after a power cut: every commit is on
 * the disk before it is answered.
 */
const idleSettings = {
  // This server is not replicated: without these it logs its running transactions every 15 s, and keeps a process for it.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // Read by the process that needs the page, as until version 17, instead of by three more processes.
  io_method: 'sync',
  // Up to 16 MB by default, all of which is in memory once as much was written; our transactions are small.
  wal_buffers: '2MB',
  // The background writers look for something to write several times a second by default. Checkpoints write the pages,
  // and every commit its own log.
  bgwriter_delay: '10s',
  wal_writer_delay: '10s',
};

/** Settings given on the command line, so that an existing data folder follows the product's version. */
export const serverSettings = (options: { socketFolder: string; durable: boolean }): string[] => {
  const settings: Record<string, string> = {
    // Reachable through the socket only, in a folder that only the server's user and root may enter.
    listen_addresses: '',
    unix_socket_directories: `"${options.socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: options.durable ? '100' : '200',
    ...(options.durable && { shared_buffers: `${sharedBufferMegabytes()}MB` }),
    ...idleSettings,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    // Statements and row values may hold secrets: they stay out of the log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  };
  // Short-lived databases: changing statistics would only make plans differ from run to run.
  const lossy = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };
  const all = options.durable ? settings : { ...settings, ...lossy };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
};
