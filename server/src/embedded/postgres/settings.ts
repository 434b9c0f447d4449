/**
 * Given on the command line at every start rather than written to the cluster, so that a newer product brings newer
 * settings. Everything about durability stays at PostgreSQL's safe defaults unless `isDurable` is false.
 */
export function serverSettings(clusterName: string, port: number, isDurable: boolean): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    cluster_name: clusterName,
    max_connections: '200',
    shared_buffers: '256MB',
    // Bulk imports write faster than the default of a 32nd of that can take.
    wal_buffers: '32MB',
    maintenance_work_mem: '64MB',
    // A laptop's disk is an SSD, and short statements gain nothing from compilation.
    random_page_cost: '1.1',
    jit: 'off',
    checkpoint_timeout: '15min',
    max_wal_size: '1GB',
    max_logical_replication_workers: '0',
    timezone: 'UTC',
    ...QUIET_LOG,
    ...(isDurable ? {} : THROWAWAY),
  }
}

/**
 * The log is for the server's own life, so nobody's data belongs in it. An ERROR quotes statements and values, and the
 * product gets to see it anyway; for the log, `log` ranks above it and keeps it out.
 */
const QUIET_LOG = {
  log_destination: 'stderr',
  logging_collector: 'off',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
}

/**
 * For tests: their data may be lost with the machine, though not with a killed server. A file may start many products
 * and processes, and a busy machine keeps their connections open for longer.
 */
const THROWAWAY = { fsync: 'off', full_page_writes: 'off', max_connections: '500' }
