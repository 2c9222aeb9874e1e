import { isIPv6 } from 'node:net'
import type { Middleware } from 'koa'

/** An IPv6 address in full. */
const LONGEST = 45

/** Cuts what a proxy calls an address to what every table can store, so that no sale or change fails for it. */
export const plainAddress: Middleware = (ctx, next) => {
  ctx.request.ip = ctx.ip.slice(0, LONGEST).replace(/[^\x21-\x7e]/g, '?')
  return next()
}

/**
 * The group an address counts in: an IPv4 address alone, an IPv6 address by its first 64 bits, because a customer of a
 * provider can use every address below them.
 */
export function addressGroup(ip: string): string {
  const [address = ''] = ip.split('%')
  if (!isIPv6(address)) return ip
  const groups = groupsOf(address)
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return `${groups.slice(0, 4).join(':')}::/64`
  // An IPv4 address as a dual-stack socket reports it.
  return groups
    .slice(6)
    .map(group => parseInt(group, 16))
    .map(two => `${two >> 8}.${two & 255}`)
    .join('.')
}

/** The eight groups of an IPv6 address, as the URL standard writes them. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail ?? ''].map(part => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  return [...before, ...Array<string>(tail === undefined ? 0 : 8 - before.length - after.length).fill('0'), ...after]
}
