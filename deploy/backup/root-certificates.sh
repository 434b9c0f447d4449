# Read by backup.sh and restore.sh. To verify the server's certificate, PostgreSQL's programs want a file of certificate
# authorities; the product uses those of Node.js. A sslrootcert in DATABASE_URL takes precedence.
if [[ $DATABASE_URL == *sslmode=verify-* && -z ${PGSSLROOTCERT:-} && ! -f ${HOME:-}/.postgresql/root.crt ]]; then
  # Debian and Alpine, Fedora and Red Hat, others
  for bundle in /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/cert.pem; do
    if [ -f "$bundle" ]; then
      export PGSSLROOTCERT=$bundle
      break
    fi
  done
fi
