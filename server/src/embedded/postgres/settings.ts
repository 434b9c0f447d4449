/**
 * Passed on the command line at every start instead of being written to the cluster, so that a new release can change
 * them. Durability settings keep PostgreSQL's safe defaults unless `isDurable` is false.
 */
export function serverSettings(clusterName: string, port: number, isDurable: boolean): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    cluster_name: clusterName,
    max_connections: '200',
    shared_buffers: '256MB',
    // Bulk imports write faster than the default of 1/32 of shared_buffers can take.
    wal_buffers: '32MB',
    maintenance_work_mem: '64MB',
    // Assumes an SSD; short statements gain nothing from JIT compilation.
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
 * The log is for the server itself and must not contain anybody's data. An ERROR quotes statements and values, and the
 * product receives it anyway. The level `log` ranks above `error` in the server log and so excludes it.
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
 * For tests: data may be lost when the machine crashes, but not when the server is killed. A test file may start many
 * products and processes, and a busy machine keeps their connections open for longer.
 */
const THROWAWAY = { fsync: 'off', full_page_writes: 'off', max_connections: '500' }
