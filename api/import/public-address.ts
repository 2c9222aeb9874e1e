import { BlockList, isIP, isIPv4 } from 'node:net'

/**
 * IPv4 networks that are private or unroutable: this machine, this network, its provider's, multicast, examples,
 * reserved.
 */
const CLOSED: readonly [network: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** Public IPv6 is only this; networks in it that are not: IPv4 tunnels, research, examples. */
const OPEN_6: readonly [network: string, bits: number][] = [['2000::', 3]]
const CLOSED_6: readonly [network: string, bits: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const listOf = (networks: readonly [network: string, bits: number][], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList()
  for (const [network, bits] of networks) list.addSubnet(network, bits, family)
  return list
}
const closed = listOf(CLOSED, 'ipv4')
const open6 = listOf(OPEN_6, 'ipv6')
const closed6 = listOf(CLOSED_6, 'ipv6')

/** Whether an IP address is on the public internet. False for anything else, including IPv4 written as IPv6. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false
  return isIPv4(address)
    ? !closed.check(address, 'ipv4')
    : open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
}
