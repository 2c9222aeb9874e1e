// Loaded before the shop (NODE_OPTIONS=--import): no program of MariaDB is to be found, whatever is installed.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const access = fs.accessSync
fs.accessSync = (path, mode) => {
  if (
    /\/(mariadbd|mysqld|mariadb-install-db|mysql_install_db|my_print_defaults)$/.test(path) ||
    (process.env.NO_APT && path.endsWith('/apt-get'))
  )
    throw new Error(`${path} is not there.`)
  return access(path, mode)
}
syncBuiltinESMExports()
