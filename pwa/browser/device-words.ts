const BROWSERS: [pattern: RegExp, name: string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const DEVICES: [pattern: RegExp, name: string][] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

/** This browser's name in the list of signed-in devices: 'Chrome on Android'. */
export function deviceName(agent = navigator.userAgent): string {
  const nameIn = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(agent))?.[1]
  return `${nameIn(BROWSERS) ?? 'A browser'} on ${nameIn(DEVICES) ?? 'a device'}`
}
